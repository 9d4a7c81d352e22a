#include "suites/reference.h"

#include <stdexcept>

namespace regelwerk::suites {

std::unique_ptr<Reference> Reference::load(const std::string& name_or_path,
                                           const spec::OptionChoices& options,
                                           spec::Diagnostics* diagnostics) {
  spec::LoadResult loaded = spec::load_variant(name_or_path, options);
  diagnostics->insert(diagnostics->end(), loaded.diagnostics.begin(), loaded.diagnostics.end());
  return loaded.variant ? make(std::move(*loaded.variant), diagnostics) : nullptr;
}

std::unique_ptr<Reference> Reference::make(spec::Variant variant, spec::Diagnostics* diagnostics) {
  std::unique_ptr<Reference> reference(new Reference(std::move(variant)));
  reference->game_ = generator::Game::compile(reference->variant_, diagnostics);
  if (reference->game_ == nullptr) {
    return nullptr;
  }
  reference->referee_ = std::make_unique<oracle::Referee>(reference->variant_);
  return reference;
}

std::string ending_name(generator::Outcome outcome) {
  switch (outcome) {
    case generator::Outcome::kOngoing:
      return "ongoing";
    case generator::Outcome::kCheckmate:
      return "checkmate";
    case generator::Outcome::kStalemate:
      return "stalemate";
    case generator::Outcome::kRoyalsLost:
      return "royals-lost";
    case generator::Outcome::kBared:
      return "bared";
    case generator::Outcome::kBrokenOff:
      return "broken-off";
    case generator::Outcome::kSmallPowersLost:
      return "small-powers-lost";
  }
  throw std::logic_error("an outcome without a name");
}

std::string one_line(const spec::Problems& problems) {
  std::string text;
  for (const spec::Problem& problem : problems) {
    if (problem.warning) {
      continue;
    }
    text += (text.empty() ? "" : "; ") + problem.message;
    if (!problem.square.empty() && problem.message.find(problem.square) == std::string::npos) {
      text += " (" + problem.square + ")";
    }
  }
  return text;
}

}  // namespace regelwerk::suites
