#!/usr/bin/env python3
"""Draws the text on standard input as an SVG picture of a terminal.

    imu-rt stream --simulate --duration 2 --format table | docs/terminal-picture.py "imu-rt stream --simulate" > docs/stream.svg
"""
import sys
from xml.sax.saxutils import escape

command = sys.argv[1] if len(sys.argv) > 1 else ""
lines = [f"$ {command}"] * bool(command) + sys.stdin.read().rstrip("\n").split("\n")
width = 24 + 8.43 * max(map(len, lines))
height = 24 + 19 * len(lines)
print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}">')
print(f'<rect width="100%" height="100%" rx="8" fill="#14181d"/>')
print('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#d5dbe1" xml:space="preserve">')
for number, line in enumerate(lines):
    colour = ' fill="#7fd1a8"' if number == 0 and command else ' fill="#8da2b5"' if "roll" in line else ""
    print(f'<text x="12" y="{28 + 19 * number}"{colour}>{escape(line)}</text>')
print("</g>\n</svg>")
