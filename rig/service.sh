#!/usr/bin/env bash
# The systemd unit, judged by systemd itself: plain Debian systems, each booted in an emulated machine with its own systemd as the
# first process, install imu-rt as the README says and run Tests/Service/judge.sh.
#   rig/service.sh [bookworm] [trixie]      both by default
# Needs root (debootstrap), the machine's own build (make build) for Debian 12, and for Debian 13 the tree of rig/pi.sh, in which it
# builds. No /dev/kvm. The systems are kept under .build/service; each run begins with them as they were made.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=2400

fail() {
  echo "service: $*" >&2
  exit 1
}

# Debian and what a user of the program adds to it, nothing else: no i2c-tools, whose package makes a group.
make_system() {
  local suite=$1 gpiod=$2 root=.build/service/$1
  [ -f "$root/.made" ] && return
  rm -rf "$root"
  mkdir -p "$root"
  timeout 1800 debootstrap --variant=minbase --include="systemd-sysv,udev,kmod,make,$gpiod,libi2c0,zlib1g,libstdc++6" \
    "$suite" "$root" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"}
  rm -rf "$root"/var/cache/apt/*.bin "$root"/var/lib/apt/lists/*
  touch "$root/.made"
}

# What the kernel needs to reach the disk, in memory.
make_initramfs() {
  local rig=$1 target=$2 version tree module
  version=$(cat "$rig/version")
  tree=$(mktemp -d)
  mkdir -p "$tree"/{bin,proc,dev,modules,root}
  cp /bin/busybox "$tree/bin/"
  for module in virtio_pci virtio_blk ext4 crc32c_generic; do
    modprobe -d "$rig/root" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    case $module in
      *.xz) xz -dc "$module" >"$tree/modules/$(basename "$module" .xz)" ;;
      *) cp "$module" "$tree/modules/" ;;
    esac
    basename "$module" .xz >>"$tree/modules/order"
  done
  cat >"$tree/init" <<'END'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
while read -r module; do /bin/busybox insmod "/modules/$module"; done </modules/order
/bin/busybox mount -t ext4 /dev/vda /root && exec /bin/busybox switch_root /root /sbin/init
/bin/busybox poweroff -f
END
  chmod +x "$tree/init"
  (cd "$tree" && find . | cpio -o -H newc --quiet | gzip -1) >"$target"
  rm -rf "$tree"
}

# The disk of one run: the system, the kernel's modules, what is to be installed, and the judge as a unit of its own.
make_disk() {
  local suite=$1 rig=$2 program=$3 root=.build/service/$1 version module
  version=$(cat "$rig/version")
  rm -rf "$root/opt" "$root/lib/modules"
  mkdir -p "$root/opt/imu-rt/.build/release" "$root/lib/modules/$version/extra" "$root/etc/systemd/system/multi-user.target.wants"
  cp "$program" "$root/opt/imu-rt/.build/release/imu-rt"
  cp -r Makefile config Tests/Service "$root/opt/imu-rt/"
  for module in i2c-dev configfs; do
    modprobe -d "$rig/root" -S "$version" --show-depends "$module"
  done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
    install -D "$module" "$root/lib/modules/$version/${module#*/modules/"$version"/}"
  done
  cp "$rig/kmod/imu_rig.ko" "$root/lib/modules/$version/extra/"
  cp "$rig/root/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$version/"
  depmod -b "$root" "$version"
  cat >"$root/etc/systemd/system/judge.service" <<'END'
[Service]
Type=oneshot
ExecStart=/opt/imu-rt/Service/judge.sh
StandardOutput=tty
StandardError=inherit
TTYPath=/dev/ttyS0
END
  ln -sf ../judge.service "$root/etc/systemd/system/multi-user.target.wants/"
  rm -f ".build/service/$suite.img"
  truncate -s 1G ".build/service/$suite.img"
  /sbin/mkfs.ext4 -q -d "$root" ".build/service/$suite.img"
}

boot() {
  local suite=$1 rig=$2 status kernel=$2/vmlinux
  [ -f "$kernel" ] || kernel=$rig/root/boot/vmlinuz-$(cat "$rig/version")
  status=.build/service/$suite.status
  rm -f "$status"
  # It keeps real time, so it goes before what else wants the processors. Two of them, as a board has at least, so that binding to one is
  # a choice.
  nice -n -10 timeout --kill-after=5 "$limit" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nic none \
    -display none -monitor none -chardev stdio,id=console,signal=off -serial chardev:console -serial "file:$status" \
    -drive "file=.build/service/$suite.img,if=virtio,format=raw,cache=unsafe" -kernel "$kernel" -initrd ".build/service/$suite.initramfs" \
    -append "console=ttyS0 quiet loglevel=1 panic=-1 systemd.show_status=no systemd.mask=serial-getty@ttyS0.service" </dev/null || fail "$suite: the machine ended with $?"
  [ "$(tr -d '\r\n' <"$status")" = 0 ] || fail "$suite: the unit failed"
}

judge() {
  local suite=$1 gpiod rig program
  case $suite in
    bookworm) gpiod=libgpiod2 rig=.build/rig program=.build/release/imu-rt ;;
    trixie) gpiod=libgpiod3 rig=.build/rig-trixie program=.build/pi/amd64/build/release/imu-rt ;;
    *) fail "$suite: bookworm or trixie" ;;
  esac
  if [ "$suite" = trixie ]; then
    RIG_KERNEL=trixie rig/prepare.sh --without-peers >/dev/null
    rig/pi.sh run swift build --scratch-path /build -c release --product imu-rt --static-swift-stdlib
  else
    rig/prepare.sh --without-peers >/dev/null
  fi
  [ -x "$program" ] || fail "$program is not built: run 'make build'"
  make_system "$suite" "$gpiod"
  make_initramfs "$rig" ".build/service/$suite.initramfs"
  make_disk "$suite" "$rig" "$program"
  boot "$suite" "$rig"
  echo "service: $suite passed"
}

[ "$(id -u)" = 0 ] || fail "debootstrap needs root"
mkdir -p .build/service
[ $# -gt 0 ] || set -- bookworm trixie
for suite in "$@"; do judge "$suite"; done
