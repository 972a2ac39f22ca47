#!/usr/bin/env bash
# Installs the library into a temporary folder, moves it, and builds an outside project against it: once with
# find_package, once with pkg-config. Usage: run.sh BUILD_FOLDER
set -euo pipefail
build=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/installed"
cp -r "$here/consumer" "$work/consumer"

cmake -S "$work/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" \
  -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build "$work/build"
"$work/build/consumer"

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name appell.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
c++ "$work/consumer/main.cpp" -o "$work/by_pkg_config" $(pkg-config --cflags --libs appell)
"$work/by_pkg_config"
"$work/installed/bin/appell" --version
