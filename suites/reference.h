// A variant with both of the project's own sides: the generator and the oracle.
#pragma once

#include <memory>
#include <string>

#include "generator/game.h"
#include "oracle/referee.h"
#include "spec/diagnostic.h"
#include "spec/load.h"
#include "spec/variant.h"

namespace regelwerk::suites {

// Immutable; safe to share between threads.
class Reference {
 public:
  // nullptr, with errors in `diagnostics`, if the spec is wrong or the generator cannot hold it.
  // Warnings of the loader are kept too.
  static std::unique_ptr<Reference> load(const std::string& name_or_path,
                                         const spec::OptionChoices& options,
                                         spec::Diagnostics* diagnostics);
  static std::unique_ptr<Reference> make(spec::Variant variant, spec::Diagnostics* diagnostics);

  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;

  const spec::Variant& variant() const { return variant_; }
  const generator::Game& game() const { return *game_; }
  const oracle::Referee& referee() const { return *referee_; }

 private:
  explicit Reference(spec::Variant variant) : variant_(std::move(variant)) {}

  spec::Variant variant_;  // game_ and referee_ refer to it
  std::unique_ptr<generator::Game> game_;
  std::unique_ptr<oracle::Referee> referee_;
};

// "a1: pawn on its last rank; b8: ...": the errors among `problems` in one line.
std::string one_line(const spec::Problems& problems);

// As the oracle names it: "ongoing" or the key of an ending ("checkmate", "royals-lost").
std::string ending_name(generator::Outcome outcome);

}  // namespace regelwerk::suites
