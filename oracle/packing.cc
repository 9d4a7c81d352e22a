#include "oracle/packing.h"

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

}  // namespace

std::string pack(const Variant& variant, const Position& position) {
  const int kinds = static_cast<int>(variant.pieces.size());
  const int bits = piece_bits(variant);
  BitWriter writer(static_cast<std::size_t>(variant.board.files * variant.board.ranks * bits) / 8 +
                   4 + position.unmoved.size() + 2 * position.en_passant.size() +
                   position.removed_parts.size());
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
  return position;
}

}  // namespace regelwerk::oracle
