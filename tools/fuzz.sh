#!/usr/bin/env bash
# tools/fuzz.sh [SECONDS]: builds the fuzzers in build/fuzz and runs each for SECONDS (default 10).
# Fails on a crash, a hang or a leak; the input is then kept in build/fuzz/found.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
cd "$root"

seconds=${1-10}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { say "fuzz.sh: is '$seconds'; a number of seconds is needed"; exit 2; }

install_packages core fuzz
configure fuzz
build fuzz fuzz_urdf fuzz_mjcf fuzz_sdf fuzz_model_toml fuzz_body fuzz_state fuzz_motion_toml fuzz_motion_csv fuzz_mesh
mkdir -p build/fuzz/found
outcome=0
# Long enough for an input to nest deeper than a stack is: a dotted key, brackets, a chain of elements.
max_len=65536
for target in urdf mjcf sdf model_toml body state motion_toml motion_csv mesh; do
  grown=build/fuzz/corpus/$target  # What this machine has found; the seeds stay as they are.
  mkdir -p "$grown"
  if build/fuzz/bin/fuzz_$target -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len="$max_len" \
    -artifact_prefix="build/fuzz/found/$target-" "$grown" "fuzz/corpus/$target" \
    >"build/fuzz/$target.log" 2>&1; then
    say "fuzz_$target: $(grep -oE '^Done [0-9]+ runs' "build/fuzz/$target.log")"
  else
    outcome=1
    tail -40 "build/fuzz/$target.log" >&2
    say "fuzz_$target failed; see build/fuzz/found and build/fuzz/$target.log"
  fi
done
exit "$outcome"
