// Fuzz target: a movement in Betza notation. It is either refused with errors that point into it,
// or each of its parts reads back alone, and generator and oracle agree on a piece that goes so.

#include <array>
#include <string>

#include <fmt/format.h>

#include "fuzz/position_edit.h"
#include "fuzz/target.h"
#include "spec/betza.h"
#include "spec/load.h"
#include "spec/position_text.h"
#include "suites/agreement.h"
#include "suites/reference.h"

namespace regelwerk::fuzz {
namespace {

constexpr char kSpec[] = R"(regelwerk: 1
variant: fuzzed
title: A piece with any movement
board: {{files: 9, ranks: 8}}
players:
  white: {{letter: w, forward: north, pieces: upper-case}}
  black: {{letter: b, forward: south, pieces: lower-case}}
turn-order: [white, black]
position-text: {{form: fen}}
start: "k8/9/9/9/9/9/9/8K w - - 0 1"
pieces:
  king: {{letter: K, moves: K, royal: true}}
  pawn: {{letter: P, moves: fmWfceFifmnD}}
  fuzzed: {{letter: T, moves: {}}}
rules:
  first-move: {{known-by: second-rank}}
  en-passant: {{lasts: next-action}}
  royal-safety: {{royals: all, count: {{each: 1}}}}
endings:
  checkmate: {{result: loss}}
  stalemate: {{result: draw}}
)";

constexpr int kPlies = 8;
constexpr int kEdits = 4;

// Free, among other pieces, on the second rank, with an en passant right, in check. Where the
// movement reaches a king whose player is not to act, both sides have to refuse the position.
constexpr std::array kPositions = {
    "k8/9/9/4T4/9/9/9/8K w - - 0 1",
    "k8/9/2p1p1p2/3PpP3/2ppTpp2/3P1P3/2p1p1p2/8K w - - 0 1",
    "k8/4t4/9/3P1P3/9/1p7/TTTTTTTTT/8K b - - 0 1",
    "k8/9/9/2TPpT3/9/9/9/8K w - e6 0 1",
    "9/3ttt3/2t1k1t2/9/4T4/2P1K1P2/3TTT3/9 w - - 0 1",
    "9/3ttt3/2t1k1t2/9/9/2P1K1P2/3TTT3/4t4 b - - 0 1",
};

bool same(const spec::Movement& a, const spec::Movement& b) {
  return a.steps == b.steps && a.range == b.range && a.moves == b.moves &&
         a.captures == b.captures && a.first_move_only == b.first_move_only && a.lame == b.lame &&
         a.grants_en_passant == b.grants_en_passant && a.takes_en_passant == b.takes_en_passant &&
         a.text == b.text;
}

void check_accepted(const spec::BetzaResult& result, std::string_view text) {
  std::string joined;
  for (const spec::Movement& movement : result.movements) {
    joined += movement.text;
    expect(!movement.steps.empty(), "a part that goes nowhere: " + movement.text);
    expect(movement.moves || movement.captures, "a part that does nothing: " + movement.text);
    const spec::BetzaResult alone = spec::parse_betza(movement.text);
    expect(
        alone.errors.empty() && alone.movements.size() == 1 && same(alone.movements[0], movement),
        "a part that means something else alone: " + movement.text);
  }
  expect(joined == text, "the parts are not the whole: " + joined);
}

void compare_both_sides(std::string_view text) {
  const std::string written = fmt::format(kSpec, text);
  const spec::LoadResult loaded = spec::load_variant_text(written, "/nowhere/fuzz.yaml");
  if (!loaded.variant) return;  // it needs a rule that is not here
  spec::Diagnostics diagnostics;
  const auto reference = suites::Reference::make(*loaded.variant, &diagnostics);
  if (reference == nullptr) {  // more than the generator's tables hold
    expect(spec::has_errors(diagnostics), "the generator refuses the variant without an error");
    return;
  }
  for (const char* position : kPositions) {
    std::vector<suites::Disagreement> disagreements;
    suites::compare_position(*reference, position, disagreements);
    expect(disagreements.empty(), [&] { return suites::to_string(disagreements.front()); });
  }
  const spec::Variant& variant = reference->variant();
  const std::string_view chosen = kPositions[text.size() % kPositions.size()];
  std::vector<suites::Disagreement> disagreements;
  Random random(static_cast<Random::result_type>(seed_of(text)));
  for (int i = 0; i < kEdits && disagreements.empty(); ++i) {
    const spec::RawPositionResult read = spec::parse_position_text(variant, chosen);
    const std::string position =
        spec::write_position_text(variant, edited(variant, *read.position, random));
    suites::compare_position(*reference, position, disagreements);
  }
  suites::compare_game(*reference, std::string(chosen), actions_by(text, kPlies), disagreements);
  expect(disagreements.empty(), [&] { return suites::to_string(disagreements.front()); });
}

}  // namespace
}  // namespace regelwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace regelwerk;
  const std::string_view text = fuzz::as_text(data, size);
  const spec::BetzaResult result = spec::parse_betza(text);
  for (const spec::BetzaError& error : result.errors) {
    fuzz::expect(!error.message.empty(), "an error without a message");
    fuzz::expect(error.position >= 0 && error.position <= static_cast<int>(size),
                 "an error outside the text: " + error.message);
  }
  fuzz::expect(!result.errors.empty() || !result.movements.empty(),
               "neither a movement nor an error");
  if (!result.errors.empty()) return 0;
  fuzz::check_accepted(result, text);
  fuzz::compare_both_sides(text);
  return 0;
}
