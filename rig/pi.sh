#!/usr/bin/env bash
# The system that a Raspberry Pi runs, as a folder: Debian 13 with its own Swift and libgpiod 2, under .build/pi. Needs root.
#   rig/pi.sh make              makes the tree; does nothing that is already done
#   rig/pi.sh run COMMAND...    runs a command in it: the repository is /src, what is built goes to /build
set -euo pipefail
cd "$(dirname "$0")/.."
# Another mirror than debootstrap's own, where the machine needs one.
mirror=${DEBIAN_MIRROR:-}
packages=(swiftlang libgpiod-dev libi2c-dev zlib1g-dev pkg-config gcc g++ libc6-dev make git ca-certificates)

fail() {
  echo "pi: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "debootstrap, mount and chroot need root"
[ $# -ge 1 ] || fail "usage: rig/pi.sh make | run COMMAND..."
action=$1
shift
tree=$PWD/.build/pi/$(dpkg --print-architecture)
export tree repository=$PWD

# Mounts live in a mount namespace of their own: they are gone with the command, however it ends.
enter() {
  unshare --mount sh -euc '
    mkdir -p "$tree/src" "$tree/build"
    mount -t proc proc "$tree/proc"
    mount --bind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmp "$tree/tmp"
    mount --bind "$repository" "$tree/src"
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      chroot "$tree" /bin/sh -euc "cd /src && exec \"\$@\"" sh "$@"
  ' sh "$@"
}

make_tree() {
  if [ ! -f "$tree/.base" ]; then
    rm -rf "$tree"
    mkdir -p "$tree"
    # It leaves the mirror in the tree's sources.list, too.
    timeout 1800 debootstrap --variant=minbase trixie "$tree" ${mirror:+"$mirror"}
    touch "$tree/.base"
  fi
  if [ ! -f "$tree/.packages" ]; then
    # The host's way to the mirror, where it has one of its own.
    cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
    enter timeout 600 apt-get -qq update
    enter timeout 1800 apt-get install -y -qq --no-install-recommends "${packages[@]}"
    touch "$tree/.packages"
  fi
}

case $action in
  make) make_tree ;;
  run)
    [ -f "$tree/.packages" ] || fail "no tree yet: rig/pi.sh make"
    enter "$@"
    ;;
  *) fail "$action: make or run" ;;
esac
