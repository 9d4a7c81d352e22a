// Published tables of the events in perft trees (chess/published-events.tsv) against the generator,
// and against the referee, who counts the events for itself from what lies on the board.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/referee.h"
#include "oracle/royal_safety.h"
#include "spec/load.h"
#include "suites/reference.h"

namespace regelwerk::suites {
namespace {

// A row of more nodes is left to `regelwerk perft --stats`.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kMostNodes = 1'000'000;  // sanitizers take some ten times as long
constexpr std::uint64_t kMostNodesForReferee = 10'000;
#else
constexpr std::uint64_t kMostNodes = 20'000'000;
constexpr std::uint64_t kMostNodesForReferee = 100'000;
#endif

constexpr std::array kColumns = {"nodes",  "captures",   "e.p.",   "castles", "promotions",
                                 "checks", "discovered", "double", "mates"};
using Counts = std::array<std::uint64_t, kColumns.size()>;

struct Row {
  int line = 0;
  std::string position;
  int depth = 0;
  std::array<std::optional<std::uint64_t>, kColumns.size()> counts;  // nullopt: not published

  std::uint64_t nodes() const { return counts[0].value(); }
};

std::vector<Row> published_rows() {
  std::vector<Row> rows;
  std::ifstream file(spec::data_directory() / "suites" / "chess" / "published-events.tsv");
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    Row row;
    row.line = number;
    std::istringstream fields(line);
    std::string field;
    std::getline(fields, row.position, '\t');
    std::getline(fields, field, '\t');
    row.depth = std::stoi(field);
    for (auto& count : row.counts) {
      EXPECT_TRUE(std::getline(fields, field, '\t')) << "line " << number << " is too short";
      if (field != "?") count = std::stoull(field);
    }
    EXPECT_TRUE(fields.eof()) << "line " << number << " is too long";
    rows.push_back(std::move(row));
  }
  return rows;
}

Counts counts_of(const generator::PerftStats& stats) {
  return {stats.nodes,      stats.captures, stats.en_passant,        stats.castles,
          stats.promotions, stats.checks,   stats.discovered_checks, stats.double_checks,
          stats.checkmates};
}

// Sorted.
std::vector<spec::Square> squares_of(const oracle::Board& board, const spec::Board& shape,
                                     spec::PlayerId player) {
  std::vector<spec::Square> squares;
  for (int file = 0; file < shape.files; ++file) {
    for (int rank = 0; rank < shape.ranks; ++rank) {
      const auto square = spec::Square{file, rank};
      if (board.at(square).player == player) squares.push_back(square);
    }
  }
  return squares;
}

// What one move of chess was, from the board before it and the board after it.
void add_move(const oracle::Referee& referee, const oracle::Position& before,
              const oracle::Position& after, Counts* counts) {
  const spec::Variant& variant = referee.variant();
  const spec::PlayerId mover = before.to_act;
  const spec::PlayerId other = after.to_act;
  const auto own_before = squares_of(before.board, variant.board, mover);
  const auto own_after = squares_of(after.board, variant.board, mover);
  const auto hostile_before = squares_of(before.board, variant.board, other);
  const auto hostile_after = squares_of(after.board, variant.board, other);
  std::vector<spec::Square> arrived;  // squares that the mover's pieces have come to
  std::set_difference(own_after.begin(), own_after.end(), own_before.begin(), own_before.end(),
                      std::back_inserter(arrived));
  std::vector<spec::Square> taken;  // squares from which a hostile piece has gone
  std::set_difference(hostile_before.begin(), hostile_before.end(), hostile_after.begin(),
                      hostile_after.end(), std::back_inserter(taken));
  const auto kinds = [&](const oracle::Position& position) {
    std::multiset<int> all;
    for (const spec::Square square : squares_of(position.board, variant.board, mover)) {
      all.insert(position.board.at(square).kind);
    }
    return all;
  };
  auto& [nodes, captures, en_passant, castles, promotions, checks, discovered, doubles, mates] =
      *counts;
  ++nodes;
  captures += taken.size();
  en_passant += taken.size() == 1 && taken != arrived;
  castles += arrived.size() == 2;
  promotions += kinds(before) != kinds(after);
  std::vector<spec::Square> attackers;
  for (const oracle::Check& check : oracle::checks_on(variant, after, other)) {
    attackers.insert(attackers.end(), check.attackers.begin(), check.attackers.end());
  }
  if (attackers.empty()) return;
  ++checks;
  if (attackers.size() > 1) {
    ++doubles;
  } else {
    discovered += std::find(arrived.begin(), arrived.end(), attackers[0]) == arrived.end();
  }
  mates += referee.legal_actions(after).empty();
}

void add_lines(const oracle::Referee& referee, const oracle::Position& position, int depth,
               Counts* counts) {
  if (depth == 0) {
    ++(*counts)[0];
    return;
  }
  for (const std::string& action : referee.legal_actions(position)) {
    const oracle::Position after = referee.after(position, action);
    if (depth == 1) {
      add_move(referee, position, after, counts);
    } else {
      add_lines(referee, after, depth - 1, counts);
    }
  }
}

class EventTables : public testing::Test {
 protected:
  void SetUp() override {
    spec::Diagnostics diagnostics;
    reference_ = Reference::load("chess", {}, &diagnostics);
    ASSERT_NE(reference_, nullptr) << spec::to_string(diagnostics);
  }
  Counts by_generator(const Row& row) const {
    const generator::ReadResult read = reference_->game().read(row.position);
    EXPECT_NE(read.position, nullptr) << row.position;
    return read.position == nullptr ? Counts{} : counts_of(read.position->perft_stats(row.depth));
  }
  std::unique_ptr<Reference> reference_;
};

TEST_F(EventTables, TheGeneratorCountsWhatIsPublished) {
  int compared = 0;
  for (const Row& row : published_rows()) {
    if (row.nodes() > kMostNodes) continue;
    SCOPED_TRACE(testing::Message() << "line " << row.line << ", depth " << row.depth);
    const Counts counts = by_generator(row);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (!row.counts[i]) continue;
      EXPECT_EQ(counts[i], *row.counts[i]) << kColumns[i];
      ++compared;
    }
  }
  EXPECT_GE(compared, 100);
}

// Also in the columns that nobody has published.
TEST_F(EventTables, TheRefereeCountsTheSame) {
  const oracle::Referee& referee = reference_->referee();
  int compared = 0;
  for (const Row& row : published_rows()) {
    if (row.nodes() > kMostNodesForReferee) continue;
    SCOPED_TRACE(testing::Message() << "line " << row.line << ", depth " << row.depth);
    const oracle::ReadResult read = referee.read(row.position);
    ASSERT_TRUE(read.position);
    Counts counts{};
    add_lines(referee, *read.position, row.depth, &counts);
    EXPECT_EQ(counts, by_generator(row));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (row.counts[i]) {
        EXPECT_EQ(counts[i], *row.counts[i]) << kColumns[i];
      }
    }
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

}  // namespace
}  // namespace regelwerk::suites
