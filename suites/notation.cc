#include "suites/notation.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "spec/position_text.h"

namespace regelwerk::suites {
namespace {

// The castlings of the player to act that the pieces on the board suggest, each in both spellings.
struct CastlingSpelling {
  std::string king_to;
  std::string king_takes_partner;
  bool left = false;
};

std::vector<CastlingSpelling> castling_spellings(const spec::Variant& variant,
                                                 std::string_view position) {
  std::vector<CastlingSpelling> result;
  if (!variant.castling) {
    return result;
  }
  const spec::CastlingRule& rule = *variant.castling;
  const spec::RawPositionResult read = spec::parse_position_text(
      variant, position == "startpos" ? std::string_view(variant.start) : position);
  if (!read.position) {
    return result;
  }
  const auto stands = [&](spec::KindId kind) {
    std::vector<spec::Square> squares;
    for (const spec::PlacedPiece& piece : read.position->pieces) {
      if (piece.player == read.position->to_act && piece.kind == kind) {
        squares.push_back(piece.square);
      }
    }
    return squares;
  };
  for (const spec::Square king : stands(rule.king)) {
    for (const spec::Square partner : stands(rule.partner)) {
      const bool left = partner.file < king.file;
      const std::optional<spec::CastlingRule::Wing>& wing = left ? rule.left : rule.right;
      if (king.rank != partner.rank || !wing) {
        continue;
      }
      const spec::Square target{wing->king_file, king.rank};
      result.push_back({spec::square_name(king) + spec::square_name(target),
                        spec::square_name(king) + spec::square_name(partner), left});
    }
  }
  return result;
}

// "e7e8=Q" -> "e7e8q".
std::string plain_promotion(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != '=') {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

std::optional<bool> castling_in_words(const std::string& text) {
  if (text == "O-O" || text == "0-0" || text == "o-o") {
    return false;
  }
  if (text == "O-O-O" || text == "0-0-0" || text == "o-o-o") {
    return true;
  }
  return std::nullopt;
}

}  // namespace

std::map<std::string, std::string> our_spelling(const spec::Variant& variant,
                                                std::string_view position,
                                                const std::vector<std::string>& legal,
                                                const std::vector<std::string>& engine_actions) {
  const std::set<std::string> ours(legal.begin(), legal.end());
  const std::set<std::string> theirs(engine_actions.begin(), engine_actions.end());
  std::optional<std::vector<CastlingSpelling>> castlings;
  std::set<std::string> taken;  // respellings already given to another text
  std::map<std::string, std::string> result;
  for (const std::string& text : engine_actions) {
    result[text] = text;
    if (ours.count(text) > 0) {
      continue;
    }
    std::vector<std::string> candidates{plain_promotion(text)};
    if (!castlings) {
      castlings = castling_spellings(variant, position);
    }
    const std::optional<bool> words_left = castling_in_words(text);
    for (const CastlingSpelling& castling : *castlings) {
      if (words_left ? *words_left == castling.left
                     : text == castling.king_to || text == castling.king_takes_partner) {
        candidates.push_back(castling.king_to);
        candidates.push_back(castling.king_takes_partner);
      }
    }
    for (const std::string& candidate : candidates) {
      if (candidate != text && ours.count(candidate) > 0 && theirs.count(candidate) == 0 &&
          taken.insert(candidate).second) {
        result[text] = candidate;
        break;
      }
    }
  }
  return result;
}

}  // namespace regelwerk::suites
