// What tests load as specs. For tests only.
#pragma once

#include <string>

namespace regelwerk::spec {

// What load_variant takes for Koalitionsschach.
inline std::string koalitionsschach_spec() { return "koalitionsschach"; }

}  // namespace regelwerk::spec
