#!/usr/bin/env bash
# Builds the program and verifies every bundled variant: suites, generator and oracle, and those of
# the known outside engines that are installed. Prints a summary and leaves build/report/verify.json
# and build/report/verify.xml (JUnit). The exit status is that of `regelwerk verify`.
# Arguments are passed on: tools/verify.sh --strict
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh

launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
cmake --preset release -DREGELWERK_NATIVE=ON "${launcher[@]}" >/dev/null
cmake --build build/release --parallel "$(nproc)" --target regelwerk -- --quiet

engines=()
for engine in stockfish fairy-stockfish; do
  if PATH="$PATH:/usr/games:/usr/local/games" command -v "$engine" >/dev/null; then
    engines+=(--engine "$engine")
  fi
done

mkdir -p build/report
exec build/release/tools/regelwerk verify --all "${engines[@]}" --jobs "$(nproc)" \
  --report json=build/report/verify.json --report junit=build/report/verify.xml "$@"
