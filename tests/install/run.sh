#!/usr/bin/env bash
# Installs the library into a temporary folder, moves it, and builds outside projects against it: one that links
# everything, one that links appell::core only; with find_package and with pkg-config. Usage: run.sh BUILD_FOLDER
set -euo pipefail
build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/installed"
# An installed header includes nothing that is not installed.
(cd "$work/installed/include" && grep -rhoE '#include "(appell|papers)/[^"]+' . | sed 's/.*"//' | sort -u | xargs ls >/dev/null)
python3 "$here/../../tools/check_run_paths.py" "$work/installed/bin"
cp -r "$here/consumer" "$here/control_loop" "$work"

for project in consumer control_loop; do
  cmake -S "$work/$project" -B "$work/build/$project" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" \
    -DCMAKE_BUILD_TYPE=Debug >/dev/null
  cmake --build "$work/build/$project"
done
"$work/build/consumer/consumer"
"$work/build/consumer/reader"
"$work/build/control_loop/control_loop"

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name appell.pc)")
export PKG_CONFIG_PATH
# by_pkg_config SOURCE PACKAGE: builds and runs it.
by_pkg_config() {
  # shellcheck disable=SC2046
  c++ "$work/$1" -o "$work/by_pkg_config" $(pkg-config --cflags --libs "$2")
  "$work/by_pkg_config"
}
by_pkg_config consumer/main.cpp appell
by_pkg_config consumer/papers.cpp appell-papers
by_pkg_config control_loop/main.cpp appell-core
"$work/installed/bin/appell" --version
"$work/installed/bin/appell" verify planar2r --order 1 | tail -1

# Without the papers, as a build of the program alone would leave it: the rest works, verify says what is missing.
rm -r "$work/installed"/bin/appell-papers "$(find "$work/installed" -name 'libappell-papers.*')"
sed -i '/papers/d; /reader/d' "$work/consumer/CMakeLists.txt"
cmake -S "$work/consumer" -B "$work/build/rest" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" >/dev/null
outcome=0
"$work/installed/bin/appell" verify planar2r || outcome=$?
[[ $outcome == 2 ]] || { echo "appell verify without appell-papers: exit $outcome; 2 is needed" >&2; exit 1; }
