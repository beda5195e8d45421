#!/usr/bin/env bash
# The system that a Raspberry Pi runs, as a folder: Debian 13 with its own Swift and libgpiod 2, under .build/pi. Needs root.
#   rig/pi.sh make              makes the tree; does nothing that is already done
#   rig/pi.sh run COMMAND...    runs a command in it: the repository is /src, what is built goes to /build
# For a 64-bit Raspberry Pi from an amd64 machine, with the tree's own compiler (docs/pi.md):
#   rig/pi.sh make-arm64        unpacks arm64's libraries and Swift modules; does nothing that is already done
#   rig/pi.sh cross ARGUMENT... swift build for arm64, release: what is built goes to /build/arm64, or ARM64_BUILD below /build
#   rig/pi.sh emulate PROGRAM... runs one of its programs, named below /build, by emulation of arm64
set -euo pipefail
cd "$(dirname "$0")/.."
# Another mirror than debootstrap's own, where the machine needs one.
mirror=${DEBIAN_MIRROR:-}
libraries=(libgpiod-dev libi2c-dev zlib1g-dev libc6-dev)
packages=(swiftlang "${libraries[@]}" pkg-config gcc g++ make git ca-certificates)
# The C++ headers of the compiler that trixie's g++ is.
arm64_packages=(libswiftlang "${libraries[@]}" libstdc++-14-dev)

fail() {
  echo "pi: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail "debootstrap, mount and chroot need root"
[ $# -ge 1 ] || fail "usage: rig/pi.sh make | run COMMAND... | make-arm64 | cross ARGUMENT... | emulate PROGRAM..."
action=$1
shift
tree=$PWD/.build/pi/$(dpkg --print-architecture)
sysroot=$PWD/.build/pi/arm64-sysroot
sdks=$PWD/.build/pi/sdks
export tree repository=$PWD

# Mounts live in a mount namespace of their own: they are gone with the command, however it ends.
enter() {
  unshare --mount sh -euc '
    mkdir -p "$tree/src" "$tree/build"
    mount -t proc proc "$tree/proc"
    mount --rbind /dev "$tree/dev"
    mount -t tmpfs -o mode=1777 tmp "$tree/tmp"
    mount --bind "$repository" "$tree/src"
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      chroot "$tree" /bin/sh -euc "cd /src && exec \"\$@\"" sh "$@"
  ' sh "$@"
}

need_tree() { [ -f "$tree/.packages" ] || fail "no tree yet: rig/pi.sh make"; }
need_arm64() { [ -f "$sysroot/.complete" ] || fail "no arm64 libraries yet: rig/pi.sh make-arm64"; }

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

# apt works out and fetches arm64's packages as if they were the first of a system; nothing of them is run, so that no emulation
# is needed. Of the compiler's package only the modules are unpacked: it has the same version as the tree's own.
make_arm64() {
  [ "$(dpkg --print-architecture)" = amd64 ] || fail "cross-compiling is for amd64 machines; on arm64 'make pi-test' is the real thing"
  need_tree
  [ ! -f "$sysroot/.complete" ] || return 0
  rm -rf "$sysroot" "$sdks"
  mkdir -p "$sysroot"/usr/{bin,lib,sbin} "$sdks"
  for folder in bin lib sbin; do ln -s "usr/$folder" "$sysroot/$folder"; done
  enter sh -euc '
    apt=/root/arm64-apt
    rm -rf $apt
    mkdir -p $apt/lists/partial $apt/archives/partial
    : >$apt/status
    for setting in "APT::Architecture \"arm64\"" "APT::Architectures { \"arm64\"; }" "APT::Sandbox::User \"root\"" \
      "Dir::State::lists \"$apt/lists\"" "Dir::State::status \"$apt/status\"" "Dir::Cache::archives \"$apt/archives\"" \
      "Dir::Cache::pkgcache \"\"" "Dir::Cache::srcpkgcache \"\""; do
      echo "$setting;"
    done >$apt/apt.conf
    export APT_CONFIG=$apt/apt.conf
    timeout 300 apt-get -qq update
    timeout 600 apt-get install -y -qq --no-install-recommends --download-only "$@"
    (cd $apt && timeout 600 apt-get -qq download swiftlang)
    for package in $apt/archives/*.deb; do dpkg-deb -x "$package" /src/.build/pi/arm64-sysroot; done
    dpkg-deb --fsys-tarfile $apt/swiftlang_*.deb | tar -x -C /src/.build/pi/arm64-sysroot --wildcards \
      "./usr/libexec/swift/lib/swift/*" "./usr/libexec/swift/lib/clang/*"
    rm -rf $apt
  ' sh "${arm64_packages[@]}"
  mkdir -p "$sdks/debian-arm64.artifactbundle"
  cp rig/arm64-sdk/* "$sdks/debian-arm64.artifactbundle/"
  touch "$sysroot/.complete"
}

case $action in
  make) make_tree ;;
  run)
    need_tree
    enter "$@"
    ;;
  make-arm64) make_arm64 ;;
  cross)
    need_arm64
    # Without the path, the package manager takes zlib's place on the building machine.
    enter env PKG_CONFIG_PATH=/src/.build/pi/arm64-sysroot/usr/lib/aarch64-linux-gnu/pkgconfig ${ONLY_TESTS:+ONLY_TESTS="$ONLY_TESTS"} \
      timeout "${LIMIT:-1800}" swift build --scratch-path "/build/${ARM64_BUILD:-arm64}" --swift-sdks-path /src/.build/pi/sdks \
      --swift-sdk debian-arm64 --configuration release "$@"
    ;;
  emulate)
    need_arm64
    [ $# -ge 1 ] || fail "emulate: which program?"
    program=$tree/build/$1
    shift
    exec timeout "${LIMIT:-600}" qemu-aarch64-static -L "$sysroot" "$program" "$@"
    ;;
  *) fail "$action: make, run, make-arm64, cross or emulate" ;;
esac
