#include "generator/game.h"

#include <array>

#include <fmt/format.h>

#include "generator/instances.h"

namespace regelwerk::generator {
namespace {

template <int W, std::size_t N>
std::unique_ptr<Game> compile_with(const spec::Variant& variant, spec::Diagnostics* diagnostics,
                                   const Game::Options& options,
                                   const std::array<Instance<W>, N>& instances) {
  auto own = std::make_unique<spec::Variant>(variant);
  auto tables = compile_tables<W>(*own, diagnostics);
  if (!tables) return nullptr;
  tables->lists_rearrangements = options.list_rearrangements;
  for (const Instance<W> instance : instances) {
    if (auto game = instance(own, tables)) return game;
  }
  spec::Diagnostic diagnostic;
  diagnostic.place.file = variant.file;
  diagnostic.message = "the rules of this spec are beyond the generator";
  diagnostics->push_back(std::move(diagnostic));
  return nullptr;
}

}  // namespace

PerftStats& PerftStats::operator+=(const PerftStats& other) {
  nodes += other.nodes;
  captures += other.captures;
  en_passant += other.en_passant;
  castles += other.castles;
  promotions += other.promotions;
  checks += other.checks;
  discovered_checks += other.discovered_checks;
  double_checks += other.double_checks;
  checkmates += other.checkmates;
  return *this;
}

std::unique_ptr<Game> Game::compile(const spec::Variant& variant, spec::Diagnostics* diagnostics,
                                    Options options) {
  // The smallest set that holds the spec comes first.
  switch (words_for(variant.board.files, variant.board.ranks)) {
    case 1:
      if (options.force_general) {
        return compile_with<1, 2>(variant, diagnostics, options, {general_1, company_1});
      }
      return compile_with<1, 3>(variant, diagnostics, options, {plain_1, general_1, company_1});
    case 2:
      if (options.force_general) {
        return compile_with<2, 2>(variant, diagnostics, options, {general_2, company_2});
      }
      return compile_with<2, 4>(variant, diagnostics, options,
                                {plain_2, parts_2, general_2, company_2});
    default:
      return compile_with<4, 2>(variant, diagnostics, options, {general_4, company_4});
  }
}

}  // namespace regelwerk::generator
