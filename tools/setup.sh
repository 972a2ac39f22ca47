# Sourced by ./run and ./check: installs the packages that are missing, configures and builds.
# Everything it prints goes to stderr.

declare -A packages=(
  [core]="g++ make cmake ninja-build pkg-config git ca-certificates ccache libeigen3-dev libpugixml-dev
          libtomlplusplus-dev libassimp-dev zlib1g-dev nlohmann-json3-dev libfmt-dev libcli11-dev
          libhdf5-dev"
  [test]="libgtest-dev librapidcheck-dev libboost-dev python3 liburdfdom-dev libmujoco-dev
          liborocos-kdl-dev"
  [python]="python3-dev python3-numpy pybind11-dev"
  [python_test]="python3-pytest mypy python3-venv python3-pip python3-pandas python3-matplotlib"
  [peers]="libmujoco-dev liborocos-kdl-dev"
  [arm]="g++-aarch64-linux-gnu qemu-user"
  [bench]="libadolc-dev"
  [format]="clang-format-19"
  [fuzz]="clang-19 libclang-rt-19-dev"
  [web]="nodejs npm chromium"
  [coverage]="gcovr"
  [tidy]="clang-tidy-19"
  [debian]="debootstrap"
  [cluster]="openmpi-bin libopenmpi-dev"
)

# Packages that need not be Debian's: it counts whether the command is there. Debian's npm, for one, would ask for a Node of its
# own beside one from elsewhere.
declare -A command_of=([nodejs]=node [npm]=npm [chromium]=chromium)

say() { printf '%s\n' "$*" >&2; }

is_debian_like() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

# Packages of the given groups that are not installed, on one line.
missing_packages() {
  local group package
  for group in "$@"; do
    for package in ${packages[$group]}; do
      command -v "${command_of[$package]-}" >/dev/null && continue
      [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] ||
        printf '%s ' "$package"
    done
  done
}

# Installs what is missing of the given groups. On a system without apt it says what is needed and goes
# on: the build will tell what it does not find.
install_packages() {
  local group missing as_root=()
  if ! is_debian_like; then
    say "This system has no apt-get. Needed are the equivalents of these Debian packages:"
    for group in "$@"; do say "  " ${packages[$group]}; done
    return 0
  fi
  read -r missing <<<"$(missing_packages "$@")" || true
  [[ -z $missing ]] && return 0
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || {
      say "Missing packages: $missing"
      say "Install them as root: apt-get install --no-install-recommends $missing"
      exit 2
    }
    as_root=(sudo)
  fi
  say "Installing: $missing"
  export DEBIAN_FRONTEND=noninteractive
  # shellcheck disable=SC2086
  "${as_root[@]}" apt-get update -qq >&2 &&
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
      -o Dpkg::Options::=--force-unsafe-io $missing >&2 || {
    say "apt-get could not install: $missing"
    exit 3
  }
}

# configure PRESET [CMAKE ARGUMENTS...]: with APPELL_WERROR=ON in the environment, as in CI, warnings are errors.
configure() {
  local preset=$1
  shift
  (cd "$root" && cmake --preset "$preset" ${APPELL_WERROR:+-DAPPELL_WERROR="$APPELL_WERROR"} "$@") >&2
}

# build PRESET TARGETS...: one at a time per folder; quiet where there is nothing to do. As many jobs as cores: ninja's
# own two more take memory, up to 2 GB each, and save no time.
build() {
  local folder=$root/build/$1
  shift
  (
    flock 9
    ninja -j "$(nproc)" -C "$folder" "$@" 2>&1 |
      sed -u -e '/Re-checking globbed/d' -e '/no work to do/d' -e '/Entering directory/d' >&2
  ) 9>"$folder/.lock"
}

# Configures the release build again where MPI has come or gone since.
see_mpi() {
  local cache=$root/build/release/CMakeCache.txt now
  now=$(command -v mpicxx || echo "APPELL_MPI_COMPILER-NOTFOUND")
  grep -qsxF "APPELL_MPI_SEEN:INTERNAL=$now" "$cache" || configure release
}

# Whether the release build has a program for MPI.
has_mpi() { grep -qsx 'APPELL_MPI_FOUND:INTERNAL=TRUE' "$root/build/release/CMakeCache.txt"; }

# Debian's own Python, whatever else is on the PATH: the module is built for it.
python=/usr/bin/python3
[[ -x $python ]] || python=$(command -v python3 || echo python3)

# build_python [TARGETS...]: the module, in build/release/python; nothing else builds it.
build_python() {
  install_packages core python
  if ! grep -qs '^APPELL_PYTHON:BOOL=ON' "$root/build/release/CMakeCache.txt"; then
    configure release -DAPPELL_PYTHON=ON -DPython3_EXECUTABLE="$(realpath "$python")"
  fi
  build release "${@:-appell_python}"
}
