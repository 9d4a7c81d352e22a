#include "suites/notation.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

// The castlings of the player to act that the pieces on the board suggest, each in both spellings.
struct CastlingSpelling {
  std::string king_to;
  std::string king_takes_partner;
  bool left = false;
};

std::vector<CastlingSpelling> castling_spellings(const spec::Variant& variant,
                                                 const spec::RawPosition& position) {
  std::vector<CastlingSpelling> result;
  if (!variant.castling) {
    return result;
  }
  const spec::CastlingRule& rule = *variant.castling;
  const auto stands = [&](spec::KindId kind) {
    std::vector<spec::Square> squares;
    for (const spec::PlacedPiece& piece : position.pieces) {
      if (piece.player == position.to_act && piece.kind == kind) {
        squares.push_back(piece.square);
      }
    }
    return squares;
  };
  for (const spec::Square king : stands(rule.king)) {
    for (const spec::Square partner : stands(rule.partner)) {
      if (king.rank != partner.rank) {
        continue;
      }
      const bool left = partner.file < king.file;
      spec::Square target{partner.file + (left ? 1 : -1), king.rank};
      if (rule.stops == spec::CastlingRule::Stops::kFiles) {
        const std::optional<spec::CastlingRule::Wing>& wing = left ? rule.left : rule.right;
        if (!wing) {
          continue;
        }
        target.file = wing->king_file;
      }
      result.push_back({spec::square_name(king) + spec::square_name(target),
                        spec::square_name(king) + spec::square_name(partner), left});
    }
  }
  return result;
}

std::optional<bool> castling_to_the_left(const std::string& text) {
  std::string word;
  for (const char c : text) {
    word += c == '0' ? 'o' : lower(c);
  }
  while (!word.empty() && (word.back() == '+' || word.back() == '#')) {
    word.pop_back();
  }
  if (word == "o-o") {
    return false;
  }
  if (word == "o-o-o") {
    return true;
  }
  return std::nullopt;
}

// A move as far as a text tells it: "Nbxd2+" has a kind, a file of origin and a target.
struct Sketch {
  char kind = 0;  // upper case; 0: none written
  std::optional<int> from_file;
  std::optional<int> from_rank;
  spec::Square to;
  char choice = 0;  // upper case; 0: none
};

// The text without check signs, annotations and "e.p.".
std::string_view without_tail(std::string_view text) {
  constexpr std::string_view kTails[] = {"+", "#", "!", "?", "e.p.", "ep", " "};
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view tail : kTails) {
      if (text.size() > tail.size() && text.substr(text.size() - tail.size()) == tail) {
        text.remove_suffix(tail.size());
        cut = true;
      }
    }
  }
  return text;
}

// Reads a square, or as much of one as there is, from the end of `text`. What is upper case before
// a square is a kind ("Nf3", "R1a3"), except where files are upper case ("E2E4").
void take_square(std::string_view* text, bool upper_files, std::optional<int>* file,
                 std::optional<int>* rank) {
  std::size_t digits = 0;
  while (digits < text->size() && digits < 2 && is_digit((*text)[text->size() - 1 - digits])) {
    ++digits;
  }
  if (digits > 0) {
    *rank = std::stoi(std::string(text->substr(text->size() - digits))) - 1;
    text->remove_suffix(digits);
  }
  if (!text->empty() && is_letter(text->back())) {
    const char letter = text->back();
    if (letter == lower(letter) || (upper_files && digits > 0)) {
      *file = lower(letter) - 'a';
      text->remove_suffix(1);
    }
  }
}

// Algebraic notation and coordinates with signs; nullopt if the text is neither.
std::optional<Sketch> sketch_of(std::string_view text) {
  text = without_tail(text);
  Sketch sketch;
  if (!text.empty() && text.back() == ')') {
    text.remove_suffix(1);
  }
  if (!text.empty() && is_letter(text.back())) {
    sketch.choice = upper(text.back());
    text.remove_suffix(1);
    while (!text.empty() && (text.back() == '=' || text.back() == '/' || text.back() == '(')) {
      text.remove_suffix(1);
    }
  }
  std::optional<int> file;
  std::optional<int> rank;
  const std::size_t letter = text.find_last_not_of("0123456789");
  const bool upper_files = letter != std::string_view::npos && text[letter] != lower(text[letter]);
  take_square(&text, true, &file, &rank);
  if (!file || !rank) {
    return std::nullopt;
  }
  sketch.to = {*file, *rank};
  while (!text.empty() && std::string_view("-x:X").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  take_square(&text, upper_files, &sketch.from_file, &sketch.from_rank);
  if (text.size() == 1 && std::isupper(static_cast<unsigned char>(text[0])) != 0) {
    sketch.kind = text[0];
    text.remove_prefix(1);
  }
  return text.empty() ? std::optional<Sketch>(sketch) : std::nullopt;
}

class Speller {
 public:
  Speller(const spec::Variant& variant, std::string_view position,
          const std::vector<std::string>& legal)
      : variant_(variant),
        ours_(legal.begin(), legal.end()),
        raw_(spec::parse_position_text(variant, position).position) {
    if (raw_) {
      castlings_ = castling_spellings(variant, *raw_);
    }
  }

  // In the order in which they are to be tried.
  std::vector<std::string> candidates(const std::string& text) {
    std::vector<std::string> found;
    std::string plain;
    for (const char c : text) {
      plain += lower(c);
    }
    found.push_back(plain);
    const std::optional<Sketch> sketch = sketch_of(text);
    std::string coordinates = plain;
    if (sketch && sketch->from_file && sketch->from_rank) {
      coordinates = spec::square_name({*sketch->from_file, *sketch->from_rank}) +
                    spec::square_name(sketch->to) +
                    (sketch->choice != 0 ? std::string(1, lower(sketch->choice)) : "");
      found.push_back(coordinates);
    }
    const std::optional<bool> left = castling_to_the_left(text);
    for (const CastlingSpelling& castling : castlings_) {
      if (left ? *left == castling.left
               : coordinates == castling.king_to || coordinates == castling.king_takes_partner) {
        found.push_back(castling.king_to);
        found.push_back(castling.king_takes_partner);
      }
    }
    if (plain == "0000" || plain == "@@@@" || plain == "null" || plain == "pass") {
      found.emplace_back("pass");
      found.emplace_back("wait");
    }
    if (sketch && !(sketch->from_file && sketch->from_rank)) {
      if (std::optional<std::string> action = only_action_like(*sketch)) {
        found.push_back(*action);
      }
    }
    return found;
  }

  bool is_ours(const std::string& text) const { return ours_.count(text) > 0; }

  // Whether the list counts ranks from 0.
  bool counts_from_zero(const std::vector<std::string>& texts) const {
    bool shown = false;
    bool suggested = raw_.has_value();
    for (const std::string& text : texts) {
      for (std::size_t i = 1; i < text.size(); ++i) {
        const bool file_before =
            is_letter(text[i - 1]) && lower(text[i - 1]) - 'a' < variant_.board.files;
        const bool alone = i + 1 == text.size() || !is_digit(text[i + 1]);
        shown = shown || (text[i] == '0' && file_before && alone);
      }
      const std::optional<Sketch> sketch = sketch_of(text);
      if (!sketch || !sketch->from_file || !sketch->from_rank) {
        suggested = false;
        continue;
      }
      const spec::Square from{*sketch->from_file, *sketch->from_rank};
      suggested = suggested && !has_own_piece(from) && has_own_piece({from.file, from.rank + 1});
    }
    return shown || (suggested && !texts.empty());
  }

 private:
  bool has_own_piece(spec::Square square) const {
    return raw_ && std::any_of(raw_->pieces.begin(), raw_->pieces.end(),
                               [&](const spec::PlacedPiece& piece) {
                                 return piece.square == square && piece.player == raw_->to_act;
                               });
  }

  // The one legal action that a short text means.
  std::optional<std::string> only_action_like(const Sketch& sketch) const {
    if (!raw_) {
      return std::nullopt;
    }
    std::optional<std::string> found;
    for (const std::string& text : ours_) {
      const std::optional<spec::RawAction> action =
          spec::parse_action_text(variant_, text, nullptr);
      if (!action || action->type != spec::RawAction::Type::kMove || action->declares >= 0 ||
          !(action->to == sketch.to) ||
          (sketch.from_file && action->from.file != *sketch.from_file) ||
          (sketch.from_rank && action->from.rank != *sketch.from_rank)) {
        continue;
      }
      const char choice =
          action->choice ? variant_.pieces[static_cast<std::size_t>(*action->choice)].letter : '\0';
      if (choice != sketch.choice || !is_moved_by(action->from, sketch.kind)) {
        continue;
      }
      if (found) {
        return std::nullopt;
      }
      found = text;
    }
    return found;
  }

  // A pawn has no letter in algebraic notation: without one the piece is of a kind that promotes.
  bool is_moved_by(spec::Square from, char letter) const {
    for (const spec::PlacedPiece& piece : raw_->pieces) {
      if (!(piece.square == from)) {
        continue;
      }
      if (letter != 0) {
        return variant_.pieces[static_cast<std::size_t>(piece.kind)].letter == letter;
      }
      return std::any_of(variant_.promotions.begin(), variant_.promotions.end(),
                         [&](const spec::PromotionRule& rule) {
                           return std::find(rule.of.begin(), rule.of.end(), piece.kind) !=
                                  rule.of.end();
                         });
    }
    return false;
  }

  const spec::Variant& variant_;
  std::set<std::string> ours_;
  std::optional<spec::RawPosition> raw_;
  std::vector<CastlingSpelling> castlings_;
};

// Every rank one higher.
std::string ranks_from_one(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_digit(text[i]) || i == 0 || !is_letter(text[i - 1])) {
      result += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && end < i + 2 && is_digit(text[end])) {
      ++end;
    }
    result += std::to_string(std::stoi(text.substr(i, end - i)) + 1);
    i = end;
  }
  return result;
}

}  // namespace

std::map<std::string, std::string> our_spelling(const spec::Variant& variant,
                                                std::string_view position,
                                                const std::vector<std::string>& legal,
                                                const std::vector<std::string>& engine_actions) {
  Speller speller(variant, position, legal);
  const bool from_zero = speller.counts_from_zero(engine_actions);
  std::set<std::string> theirs;
  for (const std::string& text : engine_actions) {
    theirs.insert(from_zero ? ranks_from_one(text) : text);
  }
  std::set<std::string> taken;  // respellings already given to another text
  std::map<std::string, std::string> result;
  for (const std::string& written : engine_actions) {
    const std::string text = from_zero ? ranks_from_one(written) : written;
    result[written] = text;
    if (speller.is_ours(text)) {
      continue;
    }
    for (const std::string& candidate : speller.candidates(text)) {
      if (candidate != text && speller.is_ours(candidate) && theirs.count(candidate) == 0 &&
          taken.insert(candidate).second) {
        result[written] = candidate;
        break;
      }
    }
  }
  return result;
}

}  // namespace regelwerk::suites
