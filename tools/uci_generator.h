// The reference generator behind the UCI protocol.
#pragma once

#include <memory>

#include "spec/diagnostic.h"
#include "spec/variant.h"
#include "tools/uci_server.h"

namespace regelwerk::tools {

std::unique_ptr<UciRules> make_generator_rules(spec::Variant variant,
                                               spec::Diagnostics* diagnostics);

}  // namespace regelwerk::tools
