#include "suites/hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

// Counting leaf by leaf is slow.
constexpr std::uint64_t kMaxLeaves = 5'000'000;

struct Change {
  const char* what;
  const char* hint;
  // Whether the rules had it; takes it away.
  bool (*take_away)(spec::Variant* variant);
};

template <typename Rule>
bool reset(std::optional<Rule>* rule) {
  const bool had = rule->has_value();
  rule->reset();
  return had;
}

constexpr Change kChanges[] = {
    {"en-passant", "the count of rules without en passant",
     [](spec::Variant* variant) { return reset(&variant->en_passant); }},
    {"castling", "the count of rules without castling",
     [](spec::Variant* variant) { return reset(&variant->castling); }},
    {"first-move", "the count of rules without first moves (double steps)",
     [](spec::Variant* variant) {
       bool had = false;
       for (spec::PieceKind& kind : variant->pieces) {
         had = std::erase_if(
                   kind.movements,
                   [](const spec::Movement& movement) { return movement.first_move_only; }) > 0 ||
               had;
       }
       return had;
     }},
    {"promotion", "the count of rules with promotion to the first kind alone",
     [](spec::Variant* variant) {
       bool had = false;
       for (spec::PromotionRule& rule : variant->promotions) {
         had = had || rule.to.size() > 1;
         if (rule.to.size() > 1) {
           rule.to.erase(rule.to.begin() + 1, rule.to.end());
         }
       }
       return had;
     }},
    {"fusion", "the count of rules without fusion",
     [](spec::Variant* variant) { return reset(&variant->fusion); }},
    {"safe-path", "the count of rules without safe paths",
     [](spec::Variant* variant) { return reset(&variant->safe_path); }},
    {"part-removal", "the count of rules without removal of parts",
     [](spec::Variant* variant) { return reset(&variant->part_removal); }},
    {"check-reply", "the count of rules without replies to checks",
     [](spec::Variant* variant) { return reset(&variant->check_reply); }},
    {"royal-safety", "the count of moves that may leave a royal in check",
     [](spec::Variant* variant) { return reset(&variant->royal_safety); }},
};

std::optional<std::uint64_t> count(const Reference& reference, const std::string& text, int depth,
                                   const std::atomic<bool>& stop) {
  const generator::ReadResult read = reference.game().read(text);
  if (read.position == nullptr) {
    return std::nullopt;
  }
  generator::PerftOptions options;
  options.stop = &stop;
  const generator::PerftResult counted = read.position->perft(depth, options);
  return counted.complete ? std::optional<std::uint64_t>(counted.nodes) : std::nullopt;
}

// Every game that ends before the last ply counts one.
std::uint64_t count_with_ends(const generator::Position& position, int depth,
                              const std::atomic<bool>& stop) {
  const std::vector<generator::Action> actions = position.actions();
  if (actions.empty() || stop) {
    return 1;
  }
  if (depth == 1) {
    return actions.size();
  }
  std::uint64_t sum = 0;
  for (const generator::Action action : actions) {
    const std::unique_ptr<generator::Position> next = position.clone();
    next->apply(action);
    sum += count_with_ends(*next, depth - 1, stop);
  }
  return sum;
}

}  // namespace

const Reference* Hints::changed(const std::string& what) {
  const auto known = changed_.find(what);
  if (known != changed_.end()) {
    return known->second.get();
  }
  std::unique_ptr<Reference>& made = changed_[what];
  for (const Change& change : kChanges) {
    if (what == change.what) {
      spec::Variant variant = reference_.variant();
      spec::Diagnostics ignored;
      if (change.take_away(&variant)) {
        made = Reference::make(std::move(variant), &ignored);
      }
    }
  }
  return made.get();
}

std::vector<std::string> Hints::for_count(const std::string& position_text, int depth,
                                          std::uint64_t wrong, std::uint64_t expected,
                                          const std::atomic<bool>& stop, std::uint64_t max_nodes) {
  std::vector<std::string> hints;
  const spec::RawPositionResult raw =
      spec::parse_position_text(reference_.variant(), position_text);
  if (!raw.position || wrong == expected || expected > max_nodes) {
    return hints;
  }
  const auto fits = [&](const Reference& reference, const spec::RawPosition& position, int plies) {
    return count(reference, spec::write_position_text(reference.variant(), position), plies,
                 stop) == wrong;
  };
  spec::RawPosition without = *raw.position;
  const bool had_square = without.en_passant.text != "-";
  without.en_passant.text = "-";
  const bool square = had_square && fits(reference_, without, depth);
  if (square) {
    hints.emplace_back("this is the count of the position without its en passant square");
  }
  without = *raw.position;
  const bool had_rights = without.castling.text != "-";
  without.castling.text = "-";
  const bool rights = had_rights && fits(reference_, without, depth);
  if (rights) {
    hints.emplace_back("this is the count of the position without its castling rights");
  }
  for (const Change& change : kChanges) {
    const std::string what = change.what;
    // Without first moves there is no right either.
    if ((square && (what == "en-passant" || what == "first-move")) ||
        (rights && what == "castling") || stop) {
      continue;
    }
    const Reference* reference = changed(what);
    without = *raw.position;
    if (what == "en-passant" || what == "first-move") {
      without.en_passant.text = "-";
    }
    if (what == "castling") {
      without.castling.text = "-";
    }
    if (reference != nullptr && fits(*reference, without, depth)) {
      hints.push_back(fmt::format("this is {}", change.hint));
    }
  }
  const generator::ReadResult read = reference_.game().read(position_text);
  if (read.position != nullptr && expected <= kMaxLeaves && wrong > expected && !stop &&
      count_with_ends(*read.position, depth, stop) == wrong && !stop) {
    hints.emplace_back("this is the count with finished games counted as leaves");
  }
  for (const int other : {depth - 1, depth + 1}) {
    // The next depth can be much greater; what it counts to is only then of interest.
    const bool plausible =
        other < depth ? wrong < expected : wrong > expected && wrong <= max_nodes;
    if (other >= 1 && plausible && !stop && fits(reference_, *raw.position, other)) {
      hints.push_back(fmt::format("this is the count at depth {}", other));
    }
  }
  return hints;
}

}  // namespace regelwerk::suites
