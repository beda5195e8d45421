#!/usr/bin/env bash
# Lets libFuzzer at the doors of Tests/Fuzz/Entries: make fuzz runs this.
#   tools/fuzz.sh SECONDS [ENTRY...]      SECONDS are shared out among the entries; all of them where none is named
# Exits with 1 if an input trapped, hung (20 s) or took more than 2 GiB. The input stays under .build/fuzz and is named; so again:
#   FUZZ_ENTRY=entry .build/fuzz/release/fuzz FILE
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
build=.build/fuzz
runtime=$(dirname "$(readlink -f "$(command -v swift)")")/../lib/clang
if ! compgen -G "$runtime/*/lib/*/libclang_rt.fuzzer*$(uname -m)*" >/dev/null; then
  echo "fuzz: this toolchain has no libFuzzer; 'make fuzz-seeded' needs none" >&2
  exit 1
fi
# The flags name both sanitizers at once as well: of two --sanitize the compiler takes the last, the linker both.
WITH_LIBFUZZER=1 swift build -c release --product fuzz --scratch-path "$build" --sanitize fuzzer --sanitize address \
  -Xswiftc -sanitize=fuzzer,address
program=$(WITH_LIBFUZZER=1 swift build -c release --scratch-path "$build" --show-bin-path)/fuzz

declare -A longest=()
while read -r entry length; do longest[$entry]=$length; done < <(FUZZ_ENTRY=list "$program")
entries=("$@")
[ ${#entries[@]} -gt 0 ] || entries=("${!longest[@]}")
each=$(((seconds + ${#entries[@]} - 1) / ${#entries[@]}))
failed=()
for entry in "${entries[@]}"; do
  corpus=$build/corpus/$entry
  mkdir -p "$corpus" "$build/found"
  [ -n "${longest[$entry]:-}" ] || {
    echo "fuzz: no entry '$entry'; there are ${!longest[*]}" >&2
    exit 2
  }
  echo "fuzz: $entry for $each s"
  # Without Swift's own backtrace, which waits for ever in a process that is sanitized.
  FUZZ_ENTRY=$entry FUZZ_SEEDS=$corpus SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
    timeout --kill-after=10 $((each + 120)) "$program" "$corpus" -max_total_time="$each" -max_len="${longest[$entry]}" -len_control=0 \
    -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -artifact_prefix="$build/found/$entry-" || failed+=("$entry")
done
[ ${#failed[@]} = 0 ] || {
  echo "fuzz: found something in ${failed[*]}; the inputs are in $build/found" >&2
  exit 1
}
