// Where tests find specs that are not bundled variants. For tests only.
#pragma once

#include <string>

namespace regelwerk::spec {

// What load_variant takes for Koalitionsschach: a path until the variant is bundled, then its name.
inline std::string koalitionsschach_spec() {
  return std::string(REGELWERK_SOURCE_DIR) + "/spec/testdata/koalitionsschach.yaml";
}

}  // namespace regelwerk::spec
