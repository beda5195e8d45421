#!/usr/bin/env python3
"""Draws the errors of `imu-rt replay` over time: one panel for each trial, as SVG on standard output.

usage: error_chart.py TRIAL.csv[.gz] [TRIAL...] [--tool PATH] > chart.svg

A trial has the columns that yardstick.py asks for, with a magnetometer. Each line is the mean over half a second.
"""

import argparse
import html
import math
import os
import subprocess
import sys
import tempfile

import orientation_error

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 860, 210, 48, 16, 34, 62
BIN_SECONDS = 0.5
LINES = [
    ("heading, six axes", "#c2410c", "1.2"),
    ("heading, nine axes", "#1d4ed8", "1.6"),
    ("inclination", "#15803d", "1.6"),
]


def replay(tool, path, trial, nine):
    """The errors of one trial."""
    with tempfile.TemporaryDirectory() as folder:
        estimate = os.path.join(folder, "estimate.csv")
        command = [tool, "replay", path, "--through", "filter", "--output", estimate, "--quiet"]
        done = subprocess.run(command + (["--9d"] if nine else []), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise orientation_error.BadFile(done.stderr.strip() or f"{tool}: exit status {done.returncode}")
        return orientation_error.errors(trial, orientation_error.read_estimate(estimate, trial), nine)


def binned(rows, quantity):
    """Means over half a second: (seconds, degrees). A gap in the reference is a gap in the line."""
    bins = {}
    for row in rows:
        bins.setdefault(int(row.seconds / BIN_SECONDS), []).append(math.degrees(getattr(row, quantity)))
    return [((number + 0.5) * BIN_SECONDS, sum(values) / len(values)) for number, values in sorted(bins.items())]


def step(span, lines):
    """A round distance of about `lines` grid lines."""
    power = 10 ** math.floor(math.log10(span / lines))
    return next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= lines)


def panel(title, curves, top):
    """One trial's axes and lines."""
    points = [point for curve in curves for point in curve]
    begin, end = min(t for t, _ in points), max(t for t, _ in points)
    low, high = min(min(v for _, v in points), 0), max(max(v for _, v in points), 0)
    grid = step(high - low or 1, 6)
    low, high = grid * math.floor(low / grid), grid * math.ceil(high / grid)

    def x(seconds):
        return LEFT + (WIDTH - LEFT - RIGHT) * (seconds - begin) / (end - begin or 1)

    def y(value):
        return top + PANEL * (high - value) / (high - low)

    out = [f'<text x="{LEFT}" y="{top - 10}" font-weight="bold">{html.escape(title)}</text>']
    for index in range(round((high - low) / grid) + 1):
        value = low + index * grid
        out.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="{"#888" if abs(value) < 1e-9 else "#ddd"}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}&#176;</text>')
    seconds = 20 * math.ceil(begin / 20)
    while seconds <= end:
        out.append(f'<text x="{x(seconds):.1f}" y="{top + PANEL + 18}" text-anchor="middle">{seconds} s</text>')
        seconds += 20
    for (_, colour, width), curve in zip(LINES, curves):
        path, last = "", None
        for time, value in curve:
            path += f"{'M' if last is None or time - last > 1.5 * BIN_SECONDS else 'L'}{x(time):.1f} {y(value):.1f}"
            last = time
        out.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
    return out


def main():
    parser = argparse.ArgumentParser(description="Draws the errors of imu-rt replay over time.")
    parser.add_argument("trials", nargs="+")
    parser.add_argument("--tool", default=".build/release/imu-rt", help="the program (default: %(default)s)")
    arguments = parser.parse_args()
    height = TOP + len(arguments.trials) * (PANEL + GAP) + 8
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for index, (name, colour, _) in enumerate(LINES):
        left = LEFT + 180 * index
        out.append(f'<path d="M{left} 14h24" stroke="{colour}" stroke-width="3"/><text x="{left + 30}" y="18">{name}</text>')
    try:
        for index, path in enumerate(arguments.trials):
            trial = orientation_error.read_trial(path)
            six = replay(arguments.tool, path, trial, False)
            nine = replay(arguments.tool, path, trial, True)
            curves = [binned(six, "heading"), binned(nine, "heading"), binned(nine, "inclination")]
            title = os.path.basename(path).removesuffix(".gz").removesuffix(".csv")
            out += panel(title, curves, TOP + 22 + index * (PANEL + GAP))
    except (orientation_error.BadFile, OSError) as error:
        sys.exit(f"error_chart: {error}")
    print("\n".join(out + ["</svg>"]))


if __name__ == "__main__":
    main()
