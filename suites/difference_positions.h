// Small random positions around the rules of a variant, as starts for comparing two specs.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "spec/position_text.h"
#include "spec/variant.h"

namespace regelwerk::suites {

// Makes position texts that have a fair chance to be accepted: the royals that every player must
// have, few other pieces near one another, castling pieces at home with some of their rights,
// pawns on the ranks that matter, parts removed, counters near the limits. Nothing is promised:
// whether a position is legal is for the reader to say.
class PositionMaker {
 public:
  // Keeps a reference: the Variant must outlive it. `counters`: halfmove limits worth meeting.
  PositionMaker(const spec::Variant& variant, std::vector<int> counters, std::uint64_t seed);

  std::string make();

 private:
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool free(spec::Square square) const;
  bool place(spec::Square square, spec::PlayerId player, spec::KindId kind);
  spec::Square any_square();
  spec::Square square_for(spec::PlayerId player, spec::KindId kind);
  void choose_parts();
  void place_homes();
  void place_royals();
  void place_others();
  void fill_parts();

  const spec::Variant& variant_;
  std::vector<int> counters_;
  std::mt19937_64 random_;
  spec::RawPosition start_;
  std::vector<spec::KindId> royals_;
  std::vector<spec::KindId> others_;
  std::vector<bool> kept_;  // by part
  spec::RawPosition raw_;
};

}  // namespace regelwerk::suites
