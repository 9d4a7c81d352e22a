#!/usr/bin/env bash
# Builds and runs all tests twice: as released, and with the address and undefined-behaviour
# sanitizers. Fails if either fails. At most half an hour on two cores from scratch.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh

jobs=$(nproc)
# RapidCheck prints its seed; here it is fixed, so that a run says something about the change alone.
export RC_PARAMS="${RC_PARAMS:-seed=20261130}"
# tools/setup.sh installed them.
export REGELWERK_REQUIRE_ENGINES=1
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi

failed=()
for preset in release asan; do
  echo "== $preset =="
  cmake --preset "$preset" -DREGELWERK_NATIVE=ON "${launcher[@]}" >/dev/null
  cmake --build "build/$preset" --parallel "$jobs"
  ctest --test-dir "build/$preset" --parallel "$jobs" --output-on-failure || failed+=("$preset")
done

if [[ ${#failed[@]} -gt 0 ]]; then
  echo "failed: ${failed[*]}" >&2
  exit 1
fi
