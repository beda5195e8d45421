#!/usr/bin/env bash
# Runs a script in a virtual machine with Debian's kernel, the host's file tree (read-only) and the module imu_rig at hand:
#   rig/boot.sh [--seconds LIMIT] SCRIPT [ARGUMENT...]
# Exits with the script's status; 1 when the machine itself fails or takes longer than LIMIT (default 170 s).
# Software emulation: needs no /dev/kvm and no rights. One processor: two of them wait for each other when the host is busy (a
# transfer then took 8 ms instead of 3); RIG_CPUS=2 is for trying the module with two. RIG_KERNEL as for prepare.sh.
set -euo pipefail
limit=170
if [ "$1" = --seconds ]; then
  limit=$2
  shift 2
fi
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../.build/rig${RIG_KERNEL:+-$RIG_KERNEL}
version=$(cat "$folder/version") || exit 1
scratch=$(mktemp -d "$folder/run.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
folder=$(cd "$folder" && pwd)

# What the guest runs; the environment is its own.
{
  echo "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run LANG=C.UTF-8 TMPDIR=/run/tmp"
  echo "export RIG_BUILD=$folder"
  printf 'cd %q\nexec' "$here/.."
  printf ' %q' "$@"
  echo
} >"$scratch/script"

# Unpacked where it could be (prepare.sh).
kernel=$folder/vmlinux
[ -f "$kernel" ] || kernel=$folder/root/boot/vmlinuz-$version

# Its programs keep real time: it goes before what else wants the processors, where that is allowed.
before=()
[ "$(nice -n -10 nice 2>/dev/null)" = "$(nice)" ] || before=(nice -n -10)

# In the background, so that a signal ends it at once: a shell hears none while it waits for a program in front.
"${before[@]}" timeout --kill-after=5 "$limit" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp "${RIG_CPUS:-1}" -m 1024 -no-reboot -nic none \
  -display none -monitor none -chardev stdio,id=console,signal=off -serial chardev:console -serial "file:$scratch/status" \
  -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap -device virtio-9p-pci,fsdev=host,mount_tag=host \
  -kernel "$kernel" -initrd "$folder/initramfs" \
  -append "console=ttyS0 quiet loglevel=1 panic=-1 rig.script=$folder/$(basename "$scratch")/script" </dev/null &
machine=$!
trap 'kill "$machine" 2>/dev/null; wait "$machine" 2>/dev/null; exit 130' INT TERM
status=0
wait "$machine" || status=$?
if [ "$status" = 124 ] || [ "$status" = 137 ]; then
  echo "rig: the virtual machine was ended after $limit s" >&2
  exit 1
fi
[ "$status" = 0 ] || { echo "rig: qemu failed with status $status" >&2; exit 1; }
result=$(tr -d '\r\n' <"$scratch/status")
case $result in
  '' | *[!0-9]*)
    echo "rig: the virtual machine ended without a result: ${result:-the kernel stopped}" >&2
    exit 1
    ;;
  *) exit "$result" ;;
esac
