#!/usr/bin/env bash
# Fails if clang-format would change a C++ file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
git ls-files '*.hpp' '*.cpp' | xargs clang-format-19 --dry-run --Werror
