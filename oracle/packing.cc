#include "oracle/packing.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>

namespace regelwerk::oracle {

using spec::Square;
using spec::Variant;

namespace {

// Numbers of a few bits each, one after the other, the lowest bit first.
class BitWriter {
 public:
  explicit BitWriter(std::size_t expected_bytes) { bytes_.reserve(expected_bytes); }
  void put(unsigned value, int bits) {
    pending_ |= static_cast<std::uint64_t>(value) << count_;
    count_ += bits;
    while (count_ >= 8) {
      bytes_ += static_cast<char>(pending_ & 0xff);
      pending_ >>= 8;
      count_ -= 8;
    }
  }
  std::string finish() {
    if (count_ > 0) bytes_ += static_cast<char>(pending_ & 0xff);
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}
  unsigned get(int bits) {
    while (count_ < bits) {
      if (next_ >= bytes_.size()) throw std::logic_error("a packed position is too short");
      pending_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[next_++])) << count_;
      count_ += 8;
    }
    const auto value = static_cast<unsigned>(pending_ & ((std::uint64_t{1} << bits) - 1));
    pending_ >>= bits;
    count_ -= bits;
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

constexpr int kCountBits = 8;   // how many squares or parts follow
constexpr int kSquareBits = 8;  // file and rank
constexpr int kPlayerBits = 4;

// 0 for an empty square, then every player's kinds.
int piece_bits(const Variant& variant) {
  return std::bit_width(static_cast<unsigned>(variant.players.size() * variant.pieces.size()));
}

void put_square(BitWriter* writer, Square square) {
  writer->put(static_cast<unsigned>(square.file * spec::kMaxRanks + square.rank), kSquareBits);
}

Square get_square(BitReader* reader) {
  const int value = static_cast<int>(reader->get(kSquareBits));
  return {value / spec::kMaxRanks, value % spec::kMaxRanks};
}

// The first round that is like all later ones to the rules; 1 if all are alike.
int last_different_round(const Variant& variant) {
  int round = 1;
  if (variant.coalition) round = std::max(round, variant.coalition->rounds + 1);
  if (variant.rearrangement) round = std::max(round, variant.rearrangement->rounds + 1);
  if (variant.opening_rights) round = std::max(round, variant.opening_rights->rounds + 1);
  return round;
}

constexpr int kRoundBits = 14;

bool has_more_fields(const Variant& variant) {
  return variant.position_text.form == spec::PositionTextForm::Form::kFen4;
}

void put_players(BitWriter* writer, const std::vector<spec::PlayerId>& players) {
  writer->put(static_cast<unsigned>(players.size()), kCountBits);
  for (spec::PlayerId player : players) writer->put(static_cast<unsigned>(player), kPlayerBits);
}

std::vector<spec::PlayerId> get_players(BitReader* reader) {
  std::vector<spec::PlayerId> players;
  for (unsigned left = reader->get(kCountBits); left > 0; --left) {
    players.push_back(static_cast<spec::PlayerId>(reader->get(kPlayerBits)));
  }
  return players;
}

// What positions of the second text form have besides.
void put_more_fields(const Variant& variant, const Position& position, BitWriter* writer) {
  writer->put(static_cast<unsigned>(position.also_asked + 1), kPlayerBits);
  writer->put(static_cast<unsigned>(position.next_regular + 1), kPlayerBits);
  writer->put(static_cast<unsigned>(position.alliances.size()), kCountBits);
  for (const Alliance& alliance : position.alliances) {
    writer->put(static_cast<unsigned>(alliance.small), kPlayerBits);
    writer->put(static_cast<unsigned>(alliance.other), kPlayerBits);
  }
  put_players(writer, position.may_rearrange);
  put_players(writer, position.may_shift);
  put_players(writer, position.owed);
  writer->put(static_cast<unsigned>(position.first_moves.size()), kCountBits);
  for (Square square : position.first_moves) put_square(writer, square);
  writer->put(static_cast<unsigned>(std::min(position.move_number, last_different_round(variant))),
              kRoundBits);
}

void get_more_fields(BitReader* reader, Position* position) {
  position->also_asked = static_cast<spec::PlayerId>(reader->get(kPlayerBits)) - 1;
  position->next_regular = static_cast<spec::PlayerId>(reader->get(kPlayerBits)) - 1;
  for (unsigned left = reader->get(kCountBits); left > 0; --left) {
    const auto small = static_cast<spec::PlayerId>(reader->get(kPlayerBits));
    position->alliances.push_back({small, static_cast<spec::PlayerId>(reader->get(kPlayerBits))});
  }
  position->may_rearrange = get_players(reader);
  position->may_shift = get_players(reader);
  position->owed = get_players(reader);
  for (unsigned left = reader->get(kCountBits); left > 0; --left) {
    position->first_moves.push_back(get_square(reader));
  }
  position->move_number = static_cast<int>(reader->get(kRoundBits));
}

}  // namespace

std::string pack(const Variant& variant, const Position& position) {
  const int kinds = static_cast<int>(variant.pieces.size());
  const int bits = piece_bits(variant);
  BitWriter writer(static_cast<std::size_t>(variant.board.files * variant.board.ranks * bits) / 8 +
                   4 + position.unmoved.size() + 2 * position.en_passant.size() +
                   position.removed_parts.size() + (has_more_fields(variant) ? 32 : 0));
  for (int rank = 0; rank < variant.board.ranks; ++rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      const Piece& piece = position.board.at({file, rank});
      const int code = piece.none() ? 0 : 1 + piece.player * kinds + piece.kind;
      writer.put(static_cast<unsigned>(code), bits);
    }
  }
  writer.put(static_cast<unsigned>(position.to_act), kPlayerBits);
  writer.put(static_cast<unsigned>(position.unmoved.size()), kCountBits);
  for (Square square : position.unmoved) put_square(&writer, square);
  writer.put(static_cast<unsigned>(position.en_passant.size()), kCountBits);
  for (const EnPassantRight& right : position.en_passant) {
    put_square(&writer, right.crossed);
    put_square(&writer, right.piece);
  }
  writer.put(static_cast<unsigned>(position.removed_parts.size()), kCountBits);
  for (int part : position.removed_parts) writer.put(static_cast<unsigned>(part), kCountBits);
  if (has_more_fields(variant)) put_more_fields(variant, position, &writer);
  return writer.finish();
}

Position unpack(const Variant& variant, std::string_view packed) {
  const int kinds = static_cast<int>(variant.pieces.size());
  const int bits = piece_bits(variant);
  BitReader reader(packed);
  Position position;
  for (int rank = 0; rank < variant.board.ranks; ++rank) {
    for (int file = 0; file < variant.board.files; ++file) {
      const int code = static_cast<int>(reader.get(bits));
      if (code == 0) continue;
      position.board.put({file, rank}, {static_cast<std::int8_t>((code - 1) / kinds),
                                        static_cast<std::int8_t>((code - 1) % kinds)});
    }
  }
  position.to_act = static_cast<spec::PlayerId>(reader.get(kPlayerBits));
  for (unsigned left = reader.get(kCountBits); left > 0; --left) {
    position.unmoved.push_back(get_square(&reader));
  }
  for (unsigned left = reader.get(kCountBits); left > 0; --left) {
    const Square crossed = get_square(&reader);
    position.en_passant.push_back({crossed, get_square(&reader)});
  }
  for (unsigned left = reader.get(kCountBits); left > 0; --left) {
    position.removed_parts.push_back(static_cast<int>(reader.get(kCountBits)));
  }
  if (has_more_fields(variant)) get_more_fields(&reader, &position);
  return position;
}

}  // namespace regelwerk::oracle
