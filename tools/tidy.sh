#!/usr/bin/env bash
# tools/tidy.sh [PATTERN]: clang-tidy, with the checks of .clang-tidy, over the units of build/asan whose path matches.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
cd "$root"
install_packages core test fuzz tidy
configure asan
run-clang-tidy-19 -p build/asan -j "$(nproc)" -quiet "${1-(appell|apps|papers)/.*}" >build/asan/tidy.txt 2>build/asan/tidy.log || {
  cat build/asan/tidy.txt >&2
  exit 1
}
