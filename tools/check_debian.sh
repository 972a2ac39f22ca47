#!/usr/bin/env bash
# tools/check_debian.sh SUITE: `./run demo` and `./check` of the last commit in a fresh Debian (bookworm, trixie), which
# debootstrap makes in a temporary folder from the mirror of this machine's apt. Exit code 77: not possible here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/tools/setup.sh"
suite=${1-}
[[ $suite =~ ^[a-z]+$ ]] || { say "check_debian.sh: the suite is '$suite'; one such as bookworm is needed"; exit 2; }

skip() { say "Debian $suite is skipped: $*"; exit 77; }
[[ $(id -u) -eq 0 ]] || skip "only root can make one"
is_debian_like || skip "there is no apt"
command -v debootstrap >/dev/null || (install_packages debian) || skip "there is no debootstrap"
unshare --mount --pid --fork true 2>/dev/null || skip "mounting is not allowed here"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -1)
[[ -n $mirror ]] || skip "apt has no mirror of Debian; apt-get update may help"
eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
export http_proxy
wget -q --spider "${mirror%/}/dists/$suite/Release" || skip "its mirror cannot be reached"

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/appell-$suite.XXXXXX")
child=
remove() { rm -rf --one-file-system "$folder"; }
trap 'kill -KILL $child 2>/dev/null || true; wait; remove 2>/dev/null || { sleep 2; remove; }' EXIT
trap 'exit 3' INT TERM HUP
# apart COMMAND...: in a namespace, with which its mounts and processes end, whatever happens.
apart() {
  unshare --mount --pid --fork --kill-child "$@" >&2 &
  child=$!
  wait "$child"
  child=
}
apart debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder" "$mirror"
mkdir "$folder/appell"
git -C "$root" archive HEAD | tar -x -C "$folder/appell"

export folder
apart bash -euc '
  mount -t proc proc "$folder/proc"
  mount --rbind /dev "$folder/dev"
  exec chroot "$folder" env -i HOME=/root TERM=dumb \
    ${http_proxy:+http_proxy="$http_proxy"} ${APPELL_WERROR:+APPELL_WERROR="$APPELL_WERROR"} \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -euc "cd /appell; ./run demo -o /tmp/demo; ./check"'
