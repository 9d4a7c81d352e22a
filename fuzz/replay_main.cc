// A fuzz target's main where it is not linked with libFuzzer: `fuzz_TARGET FILE_OR_FOLDER...`.
// Status 0: all held; 1: a finding; 2: nothing was run, or a path could not be read.

#include <iostream>

#include "fuzz/replay.h"
#include "fuzz/target.h"

int main(int argc, char** argv) {
  const std::vector<std::filesystem::path> paths(argv + 1, argv + argc);
  const regelwerk::fuzz::ReplayResult result =
      regelwerk::fuzz::replay(paths, LLVMFuzzerTestOneInput, std::cerr);
  std::cerr << result.inputs << " inputs, " << result.findings << " findings\n";
  if (result.findings > 0) return 1;
  return result.inputs == 0 || result.unread > 0 ? 2 : 0;
}
