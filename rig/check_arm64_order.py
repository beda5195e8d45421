#!/usr/bin/env python3
"""Checks that the orderings which the ring's sources promise stand in the arm64 program: rig/check_arm64_order.py PROGRAM

Emulation on x86-64 cannot show a missing one, since that processor keeps stores and loads in order by itself. On arm64 a plain
ldr or str promises nothing; ldar and ldapr acquire, stlr releases, and an atomic change of a word carries its ordering in its
name: __aarch64_swp8_rel is the compiler's function for a releasing exchange of 8 bytes (GCC manual, -moutline-atomics).
Prints what stands in each function; exits with 1 when one of them is not as it must be.
"""
import re
import subprocess
import sys

ACQUIRE = "acquire"
RELEASE = "release"
RELAXED = "relaxed"
# Function of the program, and its operations in the order of the sources (Sources/RingBuffer). Those of the ring and the cell
# stand there as generic code; where they are built into another function, the ones that follow say so.
EXACT = {
    "$s10RingBuffer8ProducerV4pushySbxF": ("Producer.push", [ACQUIRE, RELEASE]),
    "$s10RingBuffer8ConsumerV3popxSgyF": ("Consumer.pop", [ACQUIRE, RELEASE]),
    "$s10RingBuffer8ConsumerV5drainySiyxXEF": ("Consumer.drain", [ACQUIRE, RELEASE]),
    "$s10RingBuffer17LatestValueReaderV4readxSgyF": ("LatestValueReader.read", [ACQUIRE, RELEASE]),
    "$s10RingBuffer17LatestValueWriterV7publishySbxF": ("LatestValueWriter.publish", [ACQUIRE, RELEASE, RELAXED]),
    "$s10RingBuffer8DoorbellV4ringyyF": ("Doorbell.ring", [RELEASE]),
    "$s10RingBuffer8DoorbellV4wait16untilNanosecondsSbs6UInt64V_tF": ("Doorbell.wait", [ACQUIRE, RELAXED, ACQUIRE]),
}
# What the threads of the program run: at least one of each.
AT_LEAST = {
    r"\$s10RingBuffer8ProducerV4pushySbxF8Pipeline0A5EntryV_Tg5": ("Producer.push of a RingEntry", {ACQUIRE, RELEASE}),
    # A function of its own, or built into the thread's loop: as the compiler likes.
    r"\$s10RingBuffer8ConsumerV3popxSgyF8Pipeline13DeliveryEntryV_Tg5|\$s8Pipeline14DeliveryThreadO3run\w+":
        ("Consumer.pop of a DeliveryEntry", {ACQUIRE, RELEASE}),
    r"\$s8Pipeline11FusionStageV5drain12isDelivering\w+": ("FusionStage.drain", {ACQUIRE, RELEASE}),
    r"\$s10RingBuffer17LatestValueWriterV7publishySbxF8Pipeline12MotionSampleV_Tg5":
        ("LatestValueWriter.publish of a MotionSample", {ACQUIRE, RELEASE}),
}
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\t(\w+)(?:\t(.*))?$")
OUTLINED = re.compile(r"<__aarch64_\w+_(relax|acq|rel|acq_rel)>")
# Read-modify-write instructions where the compiler writes them in place: ldadda, swpl, casal; exclusive loads and stores.
IN_PLACE = re.compile(r"^(?:ldadd|ldset|ldclr|ldeor|swp|cas)(a?)(l?)[bh]?$")
OUTLINED_ORDER = {"relax": RELAXED, "acq": ACQUIRE, "rel": RELEASE, "acq_rel": ACQUIRE + "+" + RELEASE}
PLAIN_ORDER = {"ldar": ACQUIRE, "ldapr": ACQUIRE, "ldaxr": ACQUIRE, "stlr": RELEASE, "stlxr": RELEASE, "dmb": "barrier"}


def order(mnemonic, operands):
    """The ordering of an instruction, or None."""
    if mnemonic in ("bl", "b"):
        outlined = OUTLINED.search(operands or "")
        return OUTLINED_ORDER[outlined[1]] if outlined else None
    in_place = IN_PLACE.match(mnemonic)
    if in_place:
        return "+".join(word for mark, word in zip(in_place.groups(), (ACQUIRE, RELEASE)) if mark) or RELAXED
    return PLAIN_ORDER.get(mnemonic)


def functions(program):
    """The orderings in each function of the program, in the order of its instructions."""
    found = {}
    command = ["aarch64-linux-gnu-objdump", "--disassemble", "--no-show-raw-insn", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listing:
        orders = []
        for line in listing.stdout:
            name = FUNCTION.match(line)
            if name:
                orders = found.setdefault(name[1], [])
                continue
            instruction = INSTRUCTION.match(line)
            word = order(*instruction.groups()) if instruction else None
            if word:
                orders.append(word)
    if listing.returncode != 0 or not found:
        sys.exit(f"{program}: not an arm64 program that objdump can read")
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_arm64_order.py PROGRAM")
    found = functions(sys.argv[1])
    faults = 0

    def tell(name, orders, is_right, wanted):
        nonlocal faults
        faults += not is_right
        print(f"{'ok  ' if is_right else 'FAIL'} {name}: {', '.join(orders) or 'nothing'}" + ("" if is_right else f"; must be {wanted}"))

    for symbol, (name, wanted) in EXACT.items():
        orders = found.get(symbol, [])
        tell(name, orders, orders == wanted, ", ".join(wanted))
    for pattern, (name, wanted) in AT_LEAST.items():
        orders = [word for symbol, words in found.items() if re.fullmatch(pattern, symbol) for word in words]
        tell(name, orders, wanted <= set(orders), "at least " + " and ".join(sorted(wanted)))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
