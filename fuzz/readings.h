// The bundled variants as an input of a fuzz target picks them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spec/load.h"
#include "suites/reference.h"

namespace regelwerk::fuzz {

// A bundled variant with its default options, or with one option chosen otherwise.
struct Reading {
  std::string label;  // the variant's name, or "NAME:OPTION=VALUE"
  std::string name;
  spec::OptionChoices options;
  std::unique_ptr<suites::Reference> reference;  // loaded when first picked
};

// What an input picks.
struct Pick {
  const suites::Reference* reference = nullptr;
  bool by_label = false;
  std::string_view rest;  // of the input
};

// Every bundled variant in the order of names, and behind all of them each with every other value
// of every option. A target keeps one for the whole run.
class Readings {
 public:
  Readings();

  // If `input` begins with a label and a blank or a line end, that reading; the rest follows behind
  // the blank or begins with the line end. So files go on to mean the same when variants are added.
  // Otherwise the first byte picks, modulo the number of readings. Without a byte: the first one.
  Pick pick(std::string_view input);

 private:
  std::vector<Reading> all_;
};

}  // namespace regelwerk::fuzz
