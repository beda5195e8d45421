#!/usr/bin/env bash
# Sets the kernel rig up under .build/rig: Debian's stock kernel and its headers (unpacked, not installed), the module, and a
# small file system to boot with, and the peers' drivers of rig/peers.txt, which --without-peers leaves out. Does nothing that is
# already done. Prints the kernel's version in the end.
# With RIG_KERNEL=trixie the same with Debian 13's kernel, under .build/rig-trixie; its headers bring programs that want that
# system's libraries, so apt and the module's build run in the tree of rig/pi.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
fail() {
  echo "rig: $*" >&2
  exit 1
}
case "$#${1:-}" in
  0) peers=1 ;;
  1--without-peers) peers=0 ;;
  *) fail "usage: rig/prepare.sh [--without-peers]" ;;
esac
case ${RIG_KERNEL:-} in
  '')
    name=rig there=$PWD/.build/rig
    inside() { "$@"; }
    ;;
  trixie)
    name=rig-trixie there=/src/.build/rig-trixie
    rig/pi.sh make >&2
    inside() { rig/pi.sh run "$@"; }
    # What the headers' programs are linked with.
    inside dpkg-query -W libelf1t64 >/dev/null 2>&1 || inside timeout 300 apt-get install -y -qq --no-install-recommends libelf1t64 >&2
    ;;
  *) fail "RIG_KERNEL=$RIG_KERNEL: trixie, or nothing for the machine's own Debian" ;;
esac
# The folder as this script sees it; what runs inside finds it at $there.
folder=$PWD/.build/$name

[ "$(dpkg --print-architecture)" = amd64 ] || fail "the virtual machine needs an amd64 Debian; elsewhere load rig/kmod by itself (docs/hil.md)"
mkdir -p "$folder/packages"

# The packages that a metapackage stands for, by name.
dependency() {
  inside apt-cache depends "$1" | sed -n "s/^ *Depends: \($2\)\$/\1/p" | head -1
}

unpack_kernel() {
  local image headers common compiler
  # Old lists name kernels that the mirror no longer has. Without rights the lists have to do as they are.
  if [ "$(id -u)" = 0 ]; then inside timeout 120 apt-get -qq update || echo "rig: apt-get update failed; going on with the old lists" >&2; fi
  image=$(dependency linux-image-amd64 'linux-image-[0-9].*-amd64')
  [ -n "$image" ] || fail "apt knows no linux-image-amd64; is a Debian mirror set up, and was 'apt-get update' run?"
  headers=${image/image/headers}
  common=$(dependency "$headers" 'linux-headers-.*-common')
  compiler=$(dependency "$headers" 'linux-compiler-gcc.*')
  local kbuild
  kbuild=$(dependency "$headers" 'linux-kbuild-.*')
  inside sh -euc 'cd "$1" && shift && exec timeout 300 apt-get -qq download "$@" 2>/dev/null' sh "$there/packages" \
    "$image" "$headers" "$common" "$kbuild" $compiler ||
    fail "cannot download $image and its headers within 300 s"
  rm -rf "$folder/root" "$folder/vmlinux"
  for package in "$image" "$headers" "$common" "$kbuild" $compiler; do
    dpkg-deb -x "$folder/packages/${package}"_*.deb "$folder/root"
  done
  version=${image#linux-image-}
  # The headers include each other by absolute paths.
  sed -i "s# /usr/src/# $there/root/usr/src/#" "$folder/root/usr/src"/linux-headers-*/Makefile
  # Debian 13 has the modules below /usr alone; modprobe looks in /lib.
  [ -e "$folder/root/lib" ] || ln -s usr/lib "$folder/root/lib"
  depmod -b "$folder/root" "$version"
  echo "$version" >"$folder/version"
}

# The kernel as an emulator can start it at once: unpacking itself takes an emulated processor several seconds. Where its payload
# lies stands in its header (Documentation/x86/boot.rst: setup_sects, payload_offset, payload_length).
unpack_payload() {
  local packed=$folder/root/boot/vmlinuz-$version sectors offset length unpack
  sectors=$(od -An -tu1 -j $((0x1f1)) -N 1 "$packed")
  read -r offset length < <(od -An -tu4 -j $((0x248)) -N 8 "$packed")
  offset=$(((sectors + 1) * 512 + offset))
  case $(od -An -tx4 -j "$offset" -N 4 "$packed") in
    *587a37fd) unpack=xz ;;
    *fd2fb528) unpack=zstd ;;
    *) unpack=false ;;
  esac
  # The payload ends with its size, which is no part of the packed data.
  if head -c $((offset + length - 4)) "$packed" | tail -c $((length - 4)) | $unpack -dc >"$folder/vmlinux.new" 2>/dev/null; then
    mv "$folder/vmlinux.new" "$folder/vmlinux"
  else
    rm -f "$folder/vmlinux.new"
    echo "rig: the kernel stays packed; it starts more slowly" >&2
  fi
}

build_module() {
  # A copy, since the kernel's build writes beside the sources.
  mkdir -p "$folder/kmod"
  cp -u rig/kmod/* "$folder/kmod/"
  inside make -s -C "$there/root/usr/src/linux-headers-$version" "M=$there/kmod" KCFLAGS=-Werror CONFIG_DEBUG_INFO_BTF_MODULES= modules >"$folder/kmod.log" 2>&1 || {
    tail -20 "$folder/kmod.log" >&2
    fail "the module does not build"
  }
}

# A file system in memory: busybox, and the modules that reach the host's files.
build_initramfs() {
  local tree
  tree=$(mktemp -d)
  mkdir -p "$tree"/{bin,proc,sys,dev,tmp,modules}
  cp /bin/busybox "$tree/bin/"
  cp rig/init "$tree/init"
  local module
  for module in virtio_pci 9pnet_virtio 9p; do
    modprobe -d "$folder/root" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    # Those of Debian 13 are packed.
    case $module in
      *.xz) xz -dc "$module" >"$tree/modules/$(basename "$module" .xz)" ;;
      *) cp "$module" "$tree/modules/" ;;
    esac
    basename "$module" .xz >>"$tree/modules/order"
  done
  [ -s "$tree/modules/order" ] || fail "the kernel's modules were not found"
  (cd "$tree" && find . | cpio -o -H newc --quiet | gzip -1) >"$folder/initramfs"
  rm -rf "$tree"
}

# For the interpreter that the guest finds first. A list that changed is fetched anew; what failed is not left half done.
install_peers() {
  cmp -s rig/peers.txt "$folder/peers/peers.txt" && return
  rm -rf "$folder/peers" "$folder/peers.new"
  timeout 300 /usr/bin/python3 -m pip install --quiet --no-deps --target "$folder/peers.new" -r rig/peers.txt >"$folder/peers.log" 2>&1 || {
    tail -20 "$folder/peers.log" >&2
    fail "pip cannot fetch the packages of rig/peers.txt within 300 s, and without them the peers' tests can't run. Has this machine" \
      "python3-pip and a way to the package index (pip's own settings: PIP_INDEX_URL, PIP_CERT)?"
  }
  cp rig/peers.txt "$folder/peers.new/"
  mv "$folder/peers.new" "$folder/peers"
}

if [ -f "$folder/version" ]; then version=$(cat "$folder/version"); else unpack_kernel; fi
[ -f "$folder/vmlinux" ] || unpack_payload
build_module
build_initramfs
[ "$peers" = 0 ] || install_peers
echo "$version"
