#!/usr/bin/env bash
# Runs the tests of Tests/Rig in two virtual machines side by side, each a share of them (RIG_GUESTS: in so many), and shows what
# each of them said as it ends:
#   rig/test.sh [OPTION OF UNITTEST...]
# Exits with 0 if all tests ran and passed. Each machine is ended after 600 s. RIG_KERNEL as for prepare.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
guests=${RIG_GUESTS:-$(($(nproc) > 1 ? 2 : 1))}
said=$(mktemp -d)
machines=()
end() {
  trap - INT TERM
  [ ${#machines[@]} = 0 ] || kill "${machines[@]}" 2>/dev/null || true
  wait
  rm -rf "$said"
}
trap end EXIT
trap 'exit 130' INT TERM

for ((share = 1; share <= guests; share++)); do
  "$here/boot.sh" --seconds 600 Tests/Rig/run.sh --share "$share/$guests" "$@" >"$said/$share" 2>&1 &
  machines+=($!)
done
failed=0 ran=0 found=()
for ((share = 1; share <= guests; share++)); do
  status=0
  wait "${machines[share - 1]}" || status=$?
  echo "rig: machine $share of $guests ended with $status after $SECONDS s:"
  cat "$said/$share"
  [ "$status" = 0 ] || failed=1
  read -r count all < <(sed -n 's/^rig: ran \([0-9]*\) of \([0-9]*\) tests$/\1 \2/p' "$said/$share") || count=0 all=unknown
  ran=$((ran + count))
  found+=("$all")
done
machines=()
[ "$failed" = 0 ] || {
  echo "rig: failed" >&2
  exit 1
}
# Every test that any of them found has run in one of them; and without options, every test that is written down.
for all in "${found[@]}"; do
  [ "$all" = "$ran" ] || {
    echo "rig: $ran tests ran, but a machine found $all" >&2
    exit 1
  }
done
written=$(cat "$here"/../Tests/Rig/test_*.py | grep -c '^ *def test_')
[ $# -gt 0 ] || [ "$ran" = "$written" ] || {
  echo "rig: $ran tests ran, but Tests/Rig holds $written" >&2
  exit 1
}
echo "rig: $ran tests passed in $SECONDS s"
