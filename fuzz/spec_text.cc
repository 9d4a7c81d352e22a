// Fuzz target: the text of a spec. It is either refused with errors that point into it, or it
// gives a variant that can be written down and read again, and in which generator and oracle agree
// along a short game and in positions made from its start.

#include <string>

#include "fuzz/position_edit.h"
#include "fuzz/target.h"
#include "spec/load.h"
#include "spec/position_text.h"
#include "suites/agreement.h"
#include "suites/reference.h"

namespace regelwerk::fuzz {
namespace {

// In no folder that exists, so that a relative `extends` finds nothing.
constexpr char kFile[] = "/nowhere/fuzz.yaml";

// The oracle tries every action that could be written down, square by square; with more pieces it
// would take seconds.
constexpr std::size_t kMostPieces = 64;
constexpr int kPlies = 6;
constexpr int kEdits = 8;

void check_accepted(const spec::Variant& variant, std::string_view text) {
  const std::string written = spec::to_yaml(variant);
  const spec::LoadResult again = spec::load_variant_text(written, kFile);
  expect(again.variant.has_value(), [&] {
    return "what the spec means does not load:\n" + spec::to_string(again.diagnostics) + written;
  });
  expect(again.variant->meaning_hash == variant.meaning_hash,
         "written and read again the spec means something else:\n" + written);
  expect(spec::to_yaml(*again.variant) == written, "written twice, the spec differs:\n" + written);

  const spec::RawPositionResult start = spec::parse_position_text(variant, variant.start);
  expect(start.position.has_value(), "the start position cannot be read: " + variant.start);

  spec::Diagnostics diagnostics;
  const auto reference = suites::Reference::make(variant, &diagnostics);
  if (reference == nullptr) {
    expect(spec::has_errors(diagnostics), "the generator refuses the variant without an error");
    return;
  }
  if (start.position->pieces.size() > kMostPieces) return;
  std::vector<suites::Disagreement> disagreements;
  suites::compare_game(*reference, variant.start, actions_by(text, kPlies), disagreements);
  Random random(static_cast<Random::result_type>(seed_of(text)));
  for (int i = 0; i < kEdits && disagreements.empty(); ++i) {
    const std::string position =
        spec::write_position_text(variant, edited(variant, *start.position, random));
    suites::compare_position(*reference, position, disagreements);
  }
  expect(disagreements.empty(), [&] { return suites::to_string(disagreements.front()); });
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  const std::string text(fuzz::as_text(data, size));
  const spec::LoadResult loaded = spec::load_variant_text(text, fuzz::kFile);
  fuzz::expect(loaded.variant.has_value() != spec::has_errors(loaded.diagnostics),
               "neither a variant nor an error, or both");
  fuzz::expect_well_formed(loaded.diagnostics, text, fuzz::kFile);
  if (loaded.variant) fuzz::check_accepted(*loaded.variant, text);
  return 0;
}
