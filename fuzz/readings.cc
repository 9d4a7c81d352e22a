#include "fuzz/readings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fuzz/target.h"

namespace regelwerk::fuzz {

Readings::Readings() {
  std::vector<Reading> with_options;
  for (const std::string& name : spec::bundled_variants()) {
    const spec::LoadResult loaded = spec::load_variant(name);
    expect(loaded.variant.has_value(),
           [&] { return "a bundled variant is wrong:\n" + spec::to_string(loaded.diagnostics); });
    all_.push_back({name, name, {}, nullptr});
    for (const spec::Option& option : loaded.variant->options) {
      for (const std::string& value : option.values) {
        if (value == option.chosen) continue;
        with_options.push_back(
            {name + ":" + option.name + "=" + value, name, {{option.name, value}}, nullptr});
      }
    }
  }
  expect(!all_.empty(), "no bundled variant found in " + spec::data_directory().string());
  std::move(with_options.begin(), with_options.end(), std::back_inserter(all_));
}

Pick Readings::pick(std::string_view input) {
  Pick pick;
  const std::string_view word = input.substr(0, input.find_first_of(" \n"));
  auto reading = std::find_if(all_.begin(), all_.end(),
                              [&](const Reading& candidate) { return candidate.label == word; });
  pick.by_label = reading != all_.end() && word.size() < input.size();
  if (pick.by_label) {
    pick.rest = input.substr(word.size() + (input[word.size()] == ' ' ? 1 : 0));
  } else {
    const std::size_t first = input.empty() ? 0 : static_cast<std::uint8_t>(input.front());
    reading = all_.begin() + static_cast<std::ptrdiff_t>(first % all_.size());
    pick.rest = input.substr(std::min<std::size_t>(1, input.size()));
  }
  if (reading->reference == nullptr) {
    spec::Diagnostics diagnostics;
    reading->reference = suites::Reference::load(reading->name, reading->options, &diagnostics);
    expect(reading->reference != nullptr,
           [&] { return reading->label + " cannot be loaded:\n" + spec::to_string(diagnostics); });
  }
  pick.reference = reading->reference.get();
  return pick;
}

}  // namespace regelwerk::fuzz
