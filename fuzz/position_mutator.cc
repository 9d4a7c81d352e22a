// How libFuzzer changes the inputs of position_text: half of them as bytes, half as positions.

#include <algorithm>
#include <optional>
#include <string>

#include "fuzz/position_edit.h"
#include "fuzz/readings.h"
#include "fuzz/target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace regelwerk;
  static fuzz::Readings readings;
  fuzz::Random random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const std::string input(fuzz::as_text(data, size));
  const fuzz::Pick pick = readings.pick(input);
  const spec::Variant& variant = pick.reference->variant();
  const std::size_t end = pick.rest.find('\n');
  const spec::RawPositionResult read = spec::parse_position_text(variant, pick.rest.substr(0, end));
  if (!read.position) return LLVMFuzzerMutate(data, size, max_size);
  std::string changed = input.substr(0, input.size() - pick.rest.size());
  const spec::RawPosition position =
      random() % 4 == 0 ? *read.position : fuzz::edited(variant, *read.position, random);
  changed += spec::write_position_text(variant, position);
  if (random() % 4 == 0) {
    changed += '\n' + spec::write_action_text(variant, fuzz::any_action(variant, position, random));
  } else if (end != std::string_view::npos) {
    changed += pick.rest.substr(end);
  }
  if (changed.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(changed.begin(), changed.end(), data);
  return changed.size();
}
