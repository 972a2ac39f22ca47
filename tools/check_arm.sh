#!/usr/bin/env bash
# Compiles Dynamics and what it rests on for 64-bit ARM, and runs it in an emulator against the
# reference implementation. Needs g++-aarch64-linux-gnu and qemu-user.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$root/build/arm
mkdir -p "$folder"
generated=$root/build/release/appell/generated
sources=("$root"/appell/{base,taylor,spatial,mass,model,kinematics,energy,engine,force,dynamics}/*.cpp
  "$root"/tests/support/random_model.cpp "$root"/tests/arm/agree.cpp)

export flags="-std=c++20 -O1 -Wno-psabi -DAPPELL_ENGINE_SET=kPlain -I$root -I$generated -isystem /usr/include/eigen3"
compile() {
  local object=$2/$(basename "$(dirname "$1")")_$(basename "$1" .cpp).o
  [[ $object -nt $1 ]] && return 0
  # shellcheck disable=SC2086
  aarch64-linux-gnu-g++ $flags -c "$1" -o "$object"
}
export -f compile
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} bash -c 'compile "$1" "$2"' _ {} "$folder"
aarch64-linux-gnu-g++ "$folder"/*.o -o "$folder/agree"
qemu-aarch64 -L /usr/aarch64-linux-gnu "$folder/agree"
