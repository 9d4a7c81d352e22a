#include "oracle/engines/protocol.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "oracle/engines/uci.h"

namespace regelwerk::engines {
namespace {

// Piece letters of the side to move.
char cased(char letter, bool white) {
  const auto byte = static_cast<unsigned char>(letter);
  return static_cast<char>(white ? std::toupper(byte) : std::tolower(byte));
}

}  // namespace

std::vector<std::string> castling_texts(const spec::Variant& variant, const std::string& position,
                                        const std::string& move) {
  if (!variant.castling || variant.position_text.form != spec::PositionTextForm::Form::kFen) {
    return {};
  }
  const std::optional<spec::Square> from = spec::parse_square(std::string_view(move).substr(
      0, move.size() > 2 && std::isdigit(static_cast<unsigned char>(move[2])) != 0 ? 3 : 2));
  if (!from) return {};
  const std::string from_text = spec::square_name(*from);
  const std::optional<spec::Square> to =
      spec::parse_square(std::string_view(move).substr(from_text.size()));
  if (!to || to->rank != from->rank) return {};
  const spec::CastlingRule& rule = *variant.castling;
  const int files = variant.board.files;
  const char king_letter = variant.pieces[static_cast<std::size_t>(rule.king)].letter;
  const char partner_letter = variant.pieces[static_cast<std::size_t>(rule.partner)].letter;
  const char mover = piece_at(position, from_text, files);
  const bool white = std::isupper(static_cast<unsigned char>(mover)) != 0;
  if (mover != cased(king_letter, white)) return {};
  const auto partner_on = [&](int file) {
    return piece_at(position, spec::square_name({file, from->rank}), files) ==
           cased(partner_letter, white);
  };
  const bool takes = partner_on(to->file);
  if (!takes && std::abs(to->file - from->file) < 2) return {};
  const bool left = to->file < from->file;
  int partner = -1;
  if (takes) {
    partner = to->file;
  } else {
    for (int file = left ? 0 : files - 1; file != from->file && partner < 0;
         file += left ? 1 : -1) {
      if (partner_on(file)) partner = file;
    }
  }
  if (partner < 0) return {};
  std::vector<std::string> texts = {from_text + spec::square_name({partner, from->rank})};
  if (rule.stops == spec::CastlingRule::Stops::kBesidePartner) return texts;
  const std::optional<spec::CastlingRule::Wing>& wing = left ? rule.left : rule.right;
  if (!wing) return {};
  texts.push_back(from_text + spec::square_name({wing->king_file, from->rank}));
  texts.push_back(left ? "O-O-O" : "O-O");
  return texts;
}

std::optional<Failure> check_held(const spec::Variant& variant, const std::string& position,
                                  const std::string& shown) {
  if (same_position(position, shown, variant.board.files)) return std::nullopt;
  return failure(Failure::Kind::kOtherPosition,
                 fmt::format("was sent '{}' but holds '{}'", position, one_line(shown)));
}

}  // namespace regelwerk::engines
