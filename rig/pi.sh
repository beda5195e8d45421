#!/usr/bin/env bash
# The system that a Raspberry Pi runs, as a folder: Debian 13 with its own Swift and libgpiod 2, under .build/pi. Needs root.
#   rig/pi.sh make amd64|arm64               makes the tree; does nothing that is already done
#   rig/pi.sh run amd64|arm64 COMMAND...     runs a command in it: the repository is /src, what is built goes to /build
# The arm64 tree runs on any machine by QEMU's user emulation (package qemu-user-static).
set -euo pipefail
cd "$(dirname "$0")/.."
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
packages=(swiftlang libgpiod-dev libi2c-dev zlib1g-dev pkg-config gcc g++ libc6-dev make git ca-certificates)

fail() {
  echo "pi: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "debootstrap, mount and chroot need root"
[ $# -ge 2 ] || fail "usage: rig/pi.sh make|run amd64|arm64 [COMMAND...]"
action=$1 architecture=$2
shift 2
case $architecture in amd64 | arm64) ;; *) fail "$architecture: amd64 or arm64" ;; esac
tree=$PWD/.build/pi/$architecture
export tree repository=$PWD

# The kernel's rule that starts programs for arm64 with the emulator; Debian 12's and 13's packages bring it for systemd.
emulate() {
  [ "$architecture" != "$(dpkg --print-architecture)" ] || return 0
  [ "$architecture" = arm64 ] || fail "amd64 programs are not emulated"
  local rules=/proc/sys/fs/binfmt_misc emulator=/usr/bin/qemu-aarch64-static
  [ -x "$emulator" ] || fail "no $emulator: install qemu-user-static"
  [ -e "$rules/register" ] || mount -t binfmt_misc binfmt_misc "$rules"
  [ -e "$rules/qemu-aarch64" ] && return
  # The start of an ELF file for the machine 0xb7, and which bits of it count. F: opened here, so that it works in a chroot.
  local magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
  local mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
  printf '%s' ":qemu-aarch64:M::$magic:$mask:$emulator:OCF" >"$rules/register"
}

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
    timeout 1800 debootstrap --foreign --arch "$architecture" --variant=minbase trixie "$tree" "$mirror"
    timeout 3600 chroot "$tree" /debootstrap/debootstrap --second-stage
    echo "deb $mirror trixie main" >"$tree/etc/apt/sources.list"
    touch "$tree/.base"
  fi
  if [ ! -f "$tree/.packages" ]; then
    # The host's way to the mirror, where it has one of its own.
    cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
    enter timeout 600 apt-get -qq update
    enter timeout 3600 apt-get install -y -qq --no-install-recommends "${packages[@]}"
    touch "$tree/.packages"
  fi
}

emulate
case $action in
  make) make_tree ;;
  run)
    [ -f "$tree/.packages" ] || fail "no tree yet: rig/pi.sh make $architecture"
    enter "$@"
    ;;
  *) fail "$action: make or run" ;;
esac
