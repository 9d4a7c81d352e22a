// Fuzz target: position text of a bundled variant, in either form, and an action text.
//
// Input: what picks the variant (fuzz/readings.h), the position up to the first line end, and an
// action behind it. Syntax, generator and oracle read them: what the syntax refuses nobody takes,
// the two sides take the same, write the same, and agree on all that compare_position looks at and
// on whether the action is legal.

#include <string>

#include "fuzz/readings.h"
#include "fuzz/target.h"
#include "spec/position_text.h"
#include "suites/agreement.h"
#include "suites/reference.h"

namespace regelwerk::fuzz {
namespace {

void check_action(const suites::Reference& reference, const std::string& position,
                  std::string_view action) {
  const spec::Variant& variant = reference.variant();
  spec::Problems problems;
  const std::optional<spec::RawAction> raw = spec::parse_action_text(variant, action, &problems);
  expect(raw.has_value() != spec::has_errors(problems), "neither an action nor an error, or both");
  expect_well_formed(problems, action);
  std::string text(action);
  if (raw) {
    text = spec::write_action_text(variant, *raw);
    const std::optional<spec::RawAction> again = spec::parse_action_text(variant, text, nullptr);
    expect(again.has_value() && spec::write_action_text(variant, *again) == text,
           "an action that does not read back: " + text);
  }
  const bool ours = reference.game().read(position).position->find(text).has_value();
  const oracle::Verdict theirs =
      reference.referee().judge(*reference.referee().read(position).position, text);
  expect(theirs.legal == theirs.reasons.empty(), "a verdict without its reasons on " + text);
  expect(ours == theirs.legal, [&] {
    return position + ": " + text + (ours ? " is legal" : " is not legal") +
           " by the generator, the oracle says " +
           (theirs.legal ? "legal" : theirs.reasons[0].rule + " " + theirs.reasons[0].shown);
  });
  expect(raw.has_value() || !ours, "a legal action that cannot be read: " + text);
}

void check(const suites::Reference& reference, std::string_view input) {
  const std::size_t end = input.find('\n');
  const std::string text(input.substr(0, end));
  const spec::Variant& variant = reference.variant();
  const spec::RawPositionResult raw = spec::parse_position_text(variant, text);
  expect(raw.position.has_value() != spec::has_errors(raw.problems),
         "neither a position nor an error, or both");
  expect_well_formed(raw.problems, text);
  if (raw.position) {
    const std::string written = spec::write_position_text(variant, *raw.position);
    const spec::RawPositionResult again = spec::parse_position_text(variant, written);
    expect(again.position.has_value() && again.problems.empty(),
           "what was written has problems: " + written);
    const std::string twice = spec::write_position_text(variant, *again.position);
    expect(twice == written, "written twice it differs: " + written + " and " + twice);
  }

  const generator::ReadResult ours = reference.game().read(text);
  const oracle::ReadResult theirs = reference.referee().read(text);
  expect(ours.position != nullptr || spec::has_errors(ours.problems),
         "refused by the generator without an error");
  expect(theirs.position.has_value() || spec::has_errors(theirs.problems),
         "refused by the oracle without an error");
  expect_well_formed(ours.problems, text);
  expect_well_formed(theirs.problems, text);
  expect(raw.position.has_value() || (ours.position == nullptr && !theirs.position),
         "taken although its syntax is wrong");
  std::vector<suites::Disagreement> disagreements;
  suites::compare_position(reference, text, disagreements);
  expect(disagreements.empty(), [&] { return suites::to_string(disagreements.front()); });
  if (ours.position == nullptr) return;

  const std::string canonical = ours.position->text();
  const generator::ReadResult again = reference.game().read(canonical);
  expect(again.position != nullptr && again.problems.empty(),
         "the canonical text has problems: " + canonical);
  expect(again.position->text() == canonical && again.position->hash() == ours.position->hash(),
         "the canonical text means another position: " + canonical);
  const oracle::ReadResult theirs_again = reference.referee().read(canonical);
  expect(theirs_again.problems.empty() &&
             reference.referee().same_position(*theirs_again.position, *theirs.position),
         "by the oracle the canonical text means another position: " + canonical);
  if (end != std::string_view::npos) {
    check_action(reference, canonical, input.substr(end + 1));
  }
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  static fuzz::Readings readings;
  const fuzz::Pick pick = readings.pick(fuzz::as_text(data, size));
  fuzz::check(*pick.reference, pick.rest);
  return 0;
}
