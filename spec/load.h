// From a spec file to a validated Variant.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.h"
#include "spec/variant.h"

namespace regelwerk::spec {

// Option name -> value as given on the command line.
using OptionChoices = std::map<std::string, std::string>;

struct LoadResult {
  std::optional<Variant> variant;  // present if and only if there is no error
  Diagnostics diagnostics;         // all errors and warnings of the file, in order of place
};

// Where bundled files are: $REGELWERK_DATA if set, else beside the build tree's sources, else the
// installed place, whichever exists first. Holds spec/variants and suites.
std::filesystem::path data_directory();

// Names of the bundled variants, sorted.
std::vector<std::string> bundled_variants();

// `name_or_path`: a bundled name ("chess"), else a path to a spec file. Never throws for bad
// input: an unreadable file, broken YAML and unknown options are diagnostics.
LoadResult load_variant(const std::string& name_or_path, const OptionChoices& options = {});

// The same from text; `file` is used in diagnostics and to resolve a relative `extends`.
LoadResult load_variant_text(const std::string& text, const std::string& file,
                             const OptionChoices& options = {});

}  // namespace regelwerk::spec
