#!/usr/bin/env bash
# tools/fuzz.sh [SECONDS]: builds the fuzzers in build/asan and runs each for SECONDS (default 10).
# Fails on a crash, a hang or a leak; the input is then kept in build/asan/fuzz/found.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
cd "$root"

seconds=${1-10}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { say "fuzz.sh: is '$seconds'; a number of seconds is needed"; exit 2; }

targets=(urdf mjcf sdf model_toml body state motion_toml motion_csv mesh study)
results=build/asan/fuzz  # Of the preset with sanitizers, which has the fuzzers.

# fuzz TARGET: one fuzzer. Its corpus is what this machine has found; the seeds stay as they are. Inputs may be long enough
# to nest deeper than a stack is: a dotted key, brackets, a chain of elements.
fuzz() {
  mkdir -p "$results/corpus/$1"
  if build/asan/bin/fuzz_"$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
    -artifact_prefix="$results/found/$1-" "$results/corpus/$1" "fuzz/corpus/$1" >"$results/$1.log" 2>&1; then
    say "fuzz_$1: $(grep -oE '^Done [0-9]+ runs' "$results/$1.log")"
  else
    tail -40 "$results/$1.log" >&2
    say "fuzz_$1 failed; see $results/found and $results/$1.log"
    return 1
  fi
}

install_packages core fuzz
configure asan
build asan "${targets[@]/#/fuzz_}"
mkdir -p "$results/found"
export -f fuzz say
export seconds results
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz {}' || exit 1
