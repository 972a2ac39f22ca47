#!/usr/bin/env bash
# tools/coverage.sh [PERCENT]: builds with counters, runs all tests, and fails if they execute less than PERCENT of the
# lines of the library and the program. What each file has is in build/coverage/lines.txt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
cd "$root"
install_packages core test coverage
configure coverage
build coverage all
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage -j "$(nproc)" --output-on-failure -E '^install$' >build/coverage/tests.log 2>&1 ||
  { tail -50 build/coverage/tests.log >&2; exit 1; }
gcovr --root . --object-directory build/coverage --filter 'appell/' --filter 'apps/' --filter 'papers/' \
  --exclude-throw-branches -j "$(nproc)" --txt build/coverage/lines.txt --print-summary \
  --fail-under-line "${1-0}" build/coverage >&2
