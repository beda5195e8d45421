#!/usr/bin/env python3
"""Builds and runs each Swift block of README.md as its reader would: in a package beside a folder called imu-rt, with the lines for
Package.swift that the block shows.

A block is a fence marked swift, a whole main.swift. The comment at its top says what its package needs:

    // Package.swift: .package(path: "../imu-rt"), and .product(name: "Pipeline", package: "imu-rt")

A block without a `.package` of its own takes those of the blocks before it. All blocks are built in one go, in debug, with warnings as
errors; each then runs with config/simulated.json5 until it ends or has printed enough, and is terminated. It must print numbers.

usage: run.py [SCRATCH]       (default: .build/readme beside README.md; what it builds is kept there for the next time)
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# How a block says what its package needs.
PACKAGE = "// Package.swift:"
# Lines after which a program that goes on for ever has shown what it does.
ENOUGH = 5
# Seconds in which those lines must come, on a machine that is busy with other things; and in which a program heeds SIGTERM.
PATIENCE = 60
GRACE = 10


class Fault(Exception):
    """What is wrong with the README."""


def fences(text):
    """The fenced blocks: the line each begins at, its language and its text."""
    found, opened = [], None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"( {0,3})(`{3,}|~{3,})\s*([\w+-]*)", line)
        if opened is None and mark:
            opened = (number, mark[3].lower(), mark[2], [])
        elif opened is not None and re.match(r" {0,3}" + re.escape(opened[2]) + r"\s*$", line):
            found.append((opened[0], opened[1], "\n".join(opened[3]) + "\n"))
            opened = None
        elif opened is not None:
            opened[3].append(line)
        elif re.match(r"\s*(import [A-Z]\w*$|let \w+ = |@main\b)", line) or PACKAGE in line:
            raise Fault(f"line {number}: Swift outside a fence marked swift is never run")
    for number, language, block in found:
        if language != "swift" and PACKAGE in block:
            raise Fault(f"line {number}: Swift in a fence that is not marked swift is never run")
    if opened is not None:
        raise Fault(f"line {opened[0]}: a fence without an end")
    return found


def top(text):
    """The comment at the top of a block, as one line; empty where it does not speak of Package.swift."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    comment = " ".join(lines)
    return comment if f"// {comment}".startswith(PACKAGE) else ""


class Block:
    """A block as a target of the client's package."""

    def __init__(self, number, line, text):
        self.name, self.line, self.text = f"block{number}", line, text
        comment = top(text)
        self.packages = re.findall(r"\.package\([^()]*\)", comment)
        self.products = re.findall(r"\.product\([^()]*\)", comment)
        if not self.products:
            raise Fault(f'line {line}: no "// Package.swift:" with a .product at the top of the block')

    def target(self):
        products = ", ".join(self.products)
        return f'    .executableTarget(name: "{self.name}", dependencies: [{products}]),\n'


def manifest(blocks):
    packages = list(dict.fromkeys(package for block in blocks for package in block.packages))
    if not blocks[0].packages:
        raise Fault(f"line {blocks[0].line}: the first block shows no .package")
    return (
        "// swift-tools-version: 6.0\nimport PackageDescription\n\nlet package = Package(\n"
        f'  name: "client",\n  dependencies: [{", ".join(packages)}],\n  targets: [\n'
        + "".join(block.target() for block in blocks)
        + "  ]\n)\n"
    )


def write(path, text):
    """Writes a file where it does not say so yet, so that nothing is built again for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def lay(blocks, folder):
    """Lays the client's package, and the repository beside it under the name that the README gives it."""
    client = folder / "client"
    shutil.rmtree(client / "Sources", ignore_errors=True)
    for block in blocks:
        write(client / "Sources" / block.name / "main.swift", block.text)
    write(client / "Package.swift", manifest(blocks))
    link = folder / "imu-rt"
    if link.is_symlink():
        link.unlink()
    link.symlink_to(ROOT, target_is_directory=True)
    return client


def build(client, folder):
    command = ["swift", "build", "--package-path", client, "--scratch-path", folder / "build"]
    built = subprocess.run(command + ["-Xswiftc", "-warnings-as-errors"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode != 0:
        raise Fault("the blocks do not build:\n" + built.stdout)
    shown = subprocess.run(command + ["--show-bin-path"], stdout=subprocess.PIPE, check=True, text=True)
    return Path(shown.stdout.strip())


def run(block, program, client):
    """Runs a block on a terminal of its own, whose lines come as they are printed.

    Returns what it printed, on both outputs."""
    environment = dict(os.environ, HOME=str(client), IMU_RT_CONFIG=str(ROOT / "config" / "simulated.json5"))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [program], cwd=client, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    output, deadline = b"", time.monotonic() + PATIENCE
    try:
        while output.count(b"\n") < ENOUGH and time.monotonic() < deadline:
            if not select.select([ours], [], [], 0.5)[0]:
                continue
            try:
                read = os.read(ours, 65536)
            except OSError:  # The other end is closed.
                read = b""
            if not read:
                break
            output += read
        # One that ends by itself is given the time to; one that goes on is not waited for.
        status = wait(process, GRACE if output.count(b"\n") < ENOUGH else 0.5)
        if status is None:
            process.terminate()
            status = wait(process, GRACE)
            if status is None:
                raise Fault(f"line {block.line}: does not end at SIGTERM")
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
    text = output.decode(errors="replace").replace("\r\n", "\n")
    if status not in (0, -signal.SIGTERM):
        raise Fault(f"line {block.line}: ended with {status}:\n{text}")
    lines = [line for line in text.splitlines() if line.strip()]
    if not any(re.search(r"\d", line) for line in lines) or re.search(r"\bnan\b|Fatal error", text):
        raise Fault(f"line {block.line}: printed no numbers within {PATIENCE} s, or none that are any:\n{text}")
    return lines


def wait(process, seconds):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build" / "readme"
    texts = [(line, text) for line, language, text in fences((ROOT / "README.md").read_text()) if language == "swift"]
    blocks = [Block(number, line, text) for number, (line, text) in enumerate(texts, 1)]
    if not blocks:
        raise Fault("README.md shows no Swift")
    client = lay(blocks, folder.resolve())
    programs = build(client, folder.resolve())
    for block in blocks:
        lines = run(block, programs / block.name, client)
        print(f"README.md line {block.line}: {len(lines)} lines, the last: {lines[-1][:100]}")


if __name__ == "__main__":
    try:
        main()
    except Fault as fault:
        sys.exit(f"README.md: {fault}")
