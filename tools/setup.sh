#!/usr/bin/env bash
# Installs what the build, the tests and the comparison with other engines need and what is not
# there yet. For Debian 12 and its relatives; as root, or through sudo.
set -euo pipefail

packages=(
  cmake ninja-build g++ clang-14 libclang-rt-14-dev
  libyaml-cpp-dev libcli11-dev libgtest-dev libgmock-dev librapidcheck-dev
  nlohmann-json3-dev libpugixml-dev libboost-dev libboost-filesystem-dev libboost-system-dev
  libtbb-dev libfmt-dev jq
  # Engines of other makes, which the tests ask (tools/peers/engines.md).
  stockfish fairy-stockfish sjaakii glaurung phalanx sjeng gnuchess toga2 ethereal-chess hoichess
  fairymax polyglot
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: these packages are missing, and installing them needs root or sudo:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

install_missing() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --quiet --no-install-recommends "${missing[@]}"
}

echo "setup: installing ${missing[*]}"
# The package lists may be absent or out of date: fetch them only when the first try fails.
if ! install_missing; then
  "${as_root[@]}" apt-get update --quiet
  install_missing
fi
