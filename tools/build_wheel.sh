#!/usr/bin/env bash
# tools/build_wheel.sh [--papers] [DIR]: the wheel of the Python module, for Debian's Python; its path on stdout.
# --papers: with the papers' own equations (appell.verify, appell.equations), minutes more.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
if [[ ${1-} == --papers ]]; then
  export APPELL_PYTHON_PAPERS=1
  shift
fi
folder=$(realpath -m "${1:-$root/build/wheel}")
build_python
export APPELL_PYTHON_BUILD=$root/build/release
name=$("$python" "$root/python/build_backend.py" "$folder")
echo "$folder/$name"
