#include "spec/betza.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace regelwerk::spec {
namespace {

constexpr std::size_t kLongestText = 200;
// Farthest that any ride can go: one less than the longest line of the largest board.
constexpr int kLongestRange = std::max(kMaxFiles, kMaxRanks) - 1;

struct Atom {
  char letter;
  int small;  // the leap's two components, small <= large
  int large;
  bool compound;   // also the steps (large, large): K and Q
  bool unlimited;  // rides by itself: B, R, Q
};

constexpr Atom kAtoms[] = {
    {'W', 0, 1, false, false}, {'F', 1, 1, false, false}, {'D', 0, 2, false, false},
    {'N', 1, 2, false, false}, {'A', 2, 2, false, false}, {'H', 0, 3, false, false},
    {'C', 1, 3, false, false}, {'L', 1, 3, false, false}, {'Z', 2, 3, false, false},
    {'J', 2, 3, false, false}, {'G', 3, 3, false, false}, {'K', 0, 1, true, false},
    {'R', 0, 1, false, true},  {'B', 1, 1, false, true},  {'Q', 0, 1, true, true},
};

const Atom* find_atom(char letter) {
  for (const Atom& atom : kAtoms) {
    if (atom.letter == letter) return &atom;
  }
  return nullptr;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_direction(char c) { return std::string_view("fblrvsh").find(c) != std::string_view::npos; }
bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }

std::vector<Offset> all_steps(int small, int large) {
  std::set<Offset> steps;
  for (const int x : {small, -small}) {
    for (const int y : {large, -large}) {
      steps.insert({x, y});
      steps.insert({y, x});
    }
  }
  return {steps.begin(), steps.end()};
}

bool points(char direction, Offset step) {
  switch (direction) {
    case 'f':
      return step.forward > 0;
    case 'b':
      return step.forward < 0;
    case 'r':
      return step.right > 0;
    case 'l':
      return step.right < 0;
    case 'v':
      return step.forward != 0;
    case 's':
      return step.right != 0;
    default:
      return false;
  }
}

// Whether `direction` names the way in which an oblique step goes farther.
bool points_most(char direction, Offset step) {
  const bool narrow = std::abs(step.forward) > std::abs(step.right);
  return narrow == is_vertical(direction) && points(direction, step);
}

// Two direction letters that belong together. On an oblique atom the second letter is the way in
// which the step goes farther (fr: one forward, two to the right); fs and rv take both sides.
bool is_pair(char first, char second) { return is_vertical(first) != is_vertical(second); }

// The steps that one direction (a letter, or a letter pair) selects; nullopt if it has no meaning.
std::optional<std::vector<Offset>> select(std::string_view direction,
                                          const std::vector<Offset>& steps, bool oblique) {
  std::vector<Offset> selected;
  const auto keep = [&](auto&& wanted) {
    for (const Offset& step : steps) {
      if (wanted(step)) selected.push_back(step);
    }
    return std::optional(selected);
  };
  const char a = direction[0];
  const char b = direction.back();
  const bool half = direction.size() == 2 && b == 'h';
  if (a == 'h' || (half && (a == 'v' || a == 's' || !oblique))) return std::nullopt;
  if (half) return keep([&](Offset step) { return points(a, step); });
  if (a == b) {
    if (direction.size() == 2 && (a == 'v' || a == 's')) return std::nullopt;
    return keep([&](Offset step) { return oblique ? points_most(a, step) : points(a, step); });
  }
  // The first letter of a pair names one side; the second may name both.
  if (!is_pair(a, b) || a == 'v' || a == 's') return std::nullopt;
  if (!oblique && (b == 'v' || b == 's')) return std::nullopt;
  return keep([&](Offset step) {
    return points(a, step) && points(b, step) && (!oblique || points_most(b, step));
  });
}

struct Modifiers {
  std::string directions;
  int directions_at = 0;
  std::string others;  // of "mcine", each at most once
  int at(char c) const {
    const auto found = positions.find(c);
    return found == std::string::npos ? -1 : static_cast<int>(found);
  }
  bool has(char c) const { return others.find(c) != std::string::npos; }
  std::string positions;  // indexed by text position: the modifier there, else blank
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  BetzaResult parse() {
    if (text_.empty()) error(0, "no movement given");
    if (text_.size() > kLongestText) {
      error(0, fmt::format("the movement has {} characters, at most {} are read", text_.size(),
                           kLongestText));
      stop_ = true;
    }
    while (at_ < text_.size() && !stop_) group();
    return std::move(result_);
  }

 private:
  void error(std::size_t position, std::string message) {
    result_.errors.push_back({static_cast<int>(position), std::move(message)});
  }

  // One atom with what stands before and behind it.
  void group() {
    const std::size_t begin = at_;
    const std::size_t errors_before = result_.errors.size();
    Modifiers modifiers;
    modifiers.positions.assign(text_.size(), ' ');
    while (at_ < text_.size() && is_lower(text_[at_])) modifier(&modifiers);
    if (at_ == text_.size()) {
      error(at_, "an atom is missing after the modifiers");
      return;
    }
    const char letter = text_[at_];
    const Atom* atom = find_atom(letter);
    if (atom == nullptr) {
      unknown(letter);
      return;
    }
    const std::size_t atom_at = at_++;
    const int range = read_range(*atom);
    Movement movement;
    movement.range = range;
    movement.text = std::string(text_.substr(begin, at_ - begin));
    apply(modifiers, *atom, atom_at, &movement);
    if (result_.errors.size() == errors_before) result_.movements.push_back(std::move(movement));
  }

  void modifier(Modifiers* modifiers) {
    const char c = text_[at_];
    if (is_direction(c)) {
      if (modifiers->directions.empty()) {
        modifiers->directions_at = static_cast<int>(at_);
      } else if (modifiers->directions_at + modifiers->directions.size() != at_) {
        error(at_, "direction letters must stand together");
      }
      modifiers->directions += c;
    } else if (std::string_view("mcine").find(c) != std::string_view::npos) {
      if (modifiers->has(c)) error(at_, fmt::format("modifier '{}' is given twice", c));
      modifiers->others += c;
      modifiers->positions[at_] = c;
    } else if (std::string_view("jpgozqxyaduktw").find(c) != std::string_view::npos) {
      error(at_, fmt::format("modifier '{}' of other Betza dialects is not supported", c));
    } else {
      error(at_, fmt::format("unknown modifier '{}'", c));
    }
    ++at_;
  }

  void unknown(char letter) {
    if (is_upper(letter)) {
      error(at_, fmt::format("unknown atom '{}'", letter));
      ++at_;
      while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == letter)) ++at_;
    } else if (is_digit(letter)) {
      error(at_, "a range must follow an atom");
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    } else if (letter == '(' || letter == '[') {
      error(at_, fmt::format("'{}' of other Betza dialects is not supported", letter));
      stop_ = true;
    } else if (letter == ' ' || letter == '\t') {
      error(at_, "blanks are not allowed within a movement");
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    } else {
      error(at_, letter > ' ' && letter < 0x7F
                     ? fmt::format("unexpected '{}'", letter)
                     : std::string("unexpected character, letters and digits wanted"));
      stop_ = true;
    }
  }

  int read_range(const Atom& atom) {
    bool doubled = false;
    if (at_ < text_.size() && text_[at_] == atom.letter) {
      if (atom.unlimited || atom.letter == 'K') {
        error(at_, fmt::format("'{0}{0}' is not a rider, doubling is for leapers", atom.letter));
      }
      doubled = true;
      ++at_;
      if (at_ < text_.size() && text_[at_] == atom.letter) {
        error(at_, fmt::format("'{}' is written three times", atom.letter));
        while (at_ < text_.size() && text_[at_] == atom.letter) ++at_;
      }
    }
    if (at_ == text_.size() || !is_digit(text_[at_])) {
      return doubled || atom.unlimited ? Movement::kUnlimited : 1;
    }
    const std::size_t begin = at_;
    int range = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
      range = std::min(range * 10 + (text_[at_] - '0'), 1000);
    }
    if (doubled) error(begin, "a doubled atom takes no range, it is unlimited already");
    if (text_[begin] == '0' && at_ > begin + 1) {
      error(begin, "a range has no leading zero");
    } else if (range > kLongestRange) {
      error(begin,
            fmt::format("range {} is longer than any board, at most {} (0 is unlimited)",
                        text_.substr(begin, std::min<std::size_t>(at_ - begin, 9)), kLongestRange));
    }
    return range;
  }

  void apply(const Modifiers& modifiers, const Atom& atom, std::size_t atom_at,
             Movement* movement) {
    std::vector<Offset> steps = all_steps(atom.small, atom.large);
    if (atom.compound) {
      for (const Offset& step : all_steps(atom.large, atom.large)) steps.push_back(step);
    }
    movement->steps = steps;
    if (!modifiers.directions.empty()) movement->steps = directed(modifiers, atom, steps);
    std::sort(movement->steps.begin(), movement->steps.end());

    const bool m = modifiers.has('m');
    const bool c = modifiers.has('c');
    movement->moves = m || !c;
    movement->captures = c || !m;
    movement->first_move_only = modifiers.has('i');
    movement->lame = modifiers.has('n');
    movement->takes_en_passant = modifiers.has('e');
    if (movement->takes_en_passant && !c) {
      error(modifiers.at('e'), "'e' needs 'c' beside it: ce captures also en passant");
    }
    if (!movement->lame) return;
    const int n_at = modifiers.at('n');
    const bool defined = std::all_of(movement->steps.begin(), movement->steps.end(),
                                     [](Offset step) { return !crossed_squares(step).empty(); });
    if (!defined) {
      error(n_at, fmt::format(
                      "'n' has no meaning on '{}', which {}", text_[atom_at],
                      atom.large == 1 ? "crosses no square within a step" : "has no defined path"));
      return;
    }
    movement->grants_en_passant = movement->moves && !movement->captures;
    if (movement->grants_en_passant && movement->range != 1) {
      error(n_at, "'n' on a rider that only moves would leave several en passant squares");
    }
  }

  std::vector<Offset> directed(const Modifiers& modifiers, const Atom& atom,
                               const std::vector<Offset>& steps) {
    const std::string& letters = modifiers.directions;
    const bool orthogonal = atom.small == 0;
    const bool oblique = !orthogonal && atom.small != atom.large;
    if (atom.compound) {
      error(modifiers.directions_at,
            fmt::format("directions on '{}' are ambiguous, write its orthogonal and its diagonal "
                        "part apart ({})",
                        atom.letter, atom.unlimited ? "R and B" : "W and F"));
      return {};
    }
    if (!orthogonal && letters.size() > 2 && letters.size() % 2 == 1) {
      error(modifiers.directions_at,
            fmt::format("directions '{}' are ambiguous on '{}', write each with two letters (ff "
                        "for f)",
                        letters, atom.letter));
      return {};
    }
    std::set<Offset> selected;
    const auto add = [&](std::string_view direction, std::size_t offset) {
      const auto chosen = select(direction, steps, oblique);
      if (!chosen) {
        error(modifiers.directions_at + offset,
              fmt::format("direction '{}' has no meaning on '{}'", direction, atom.letter));
        return;
      }
      selected.insert(chosen->begin(), chosen->end());
    };
    const std::string_view view = letters;
    for (std::size_t i = 0; i < view.size(); i += 2) {
      const bool last = i + 1 == view.size();
      const bool apart =
          !last && (orthogonal || (view[i] != view[i + 1] && view[i] != 'h' && view[i + 1] != 'h' &&
                                   !is_pair(view[i], view[i + 1])));
      if (last || apart) {
        add(view.substr(i, 1), i);
        if (!last) add(view.substr(i + 1, 1), i + 1);
      } else {
        add(view.substr(i, 2), i);
      }
    }
    return {selected.begin(), selected.end()};
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  bool stop_ = false;  // what follows cannot be read
  BetzaResult result_;
};

}  // namespace

BetzaResult parse_betza(std::string_view text) { return Parser(text).parse(); }

}  // namespace regelwerk::spec
