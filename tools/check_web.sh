#!/usr/bin/env bash
# Everything about the page of reports: format, types, the committed bundle against a new one, tests in Node and in Chromium.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"

for command in "${command_of[@]}"; do
  command -v "$command" >/dev/null || { install_packages web; break; }
done
oldest=18
(($(node -p 'process.versions.node.split(".")[0]') >= oldest)) || {
  say "Node is $(node --version); playwright-core needs $oldest or later"
  exit 3
}

cd "$root/web"
if ! cmp -s package-lock.json node_modules/.appell-lock; then
  npm ci --no-audit --no-fund >&2
  cp package-lock.json node_modules/.appell-lock
fi
# No machine's registry may get into the repository.
if grep -rn '"resolved"\|registry\.' package.json package-lock.json; then
  say "package-lock.json names a registry; write it with the .npmrc that is beside it"
  exit 1
fi

node_modules/.bin/prettier --check --log-level warn src tests ./*.mjs
node_modules/.bin/tsc --noEmit

built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
node build.mjs "$built" >&2
cmp "$built/report.html" dist/report.html || {
  say "web/dist/report.html is not what web/src gives; run 'npm run build' in web/ and commit it"
  exit 1
}

rm -rf build
node bundle-tests.mjs build
CHROMIUM=$(command -v chromium) node --test --test-reporter=spec build/*.test.mjs >"$built/log" 2>&1 || {
  cat "$built/log" >&2
  exit 1
}
grep -E '^ℹ (tests|pass|fail|duration_ms)|opened after' "$built/log" >&2
