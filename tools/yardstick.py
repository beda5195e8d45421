#!/usr/bin/env python3
"""Scores imu-rt on recordings with optical reference.

usage: yardstick.py FOLDER [--tool PATH] [--json FILE]

Runs every *.csv and *.csv.gz in FOLDER that starts with a column time_s through `imu-rt replay`, by the filter alone and by two
simulated chips and the whole pipeline, with and without the magnetometer, and prints the root mean squares of the errors in
the motion phase, degrees. Columns of a trial: time_s, gx,gy,gz (rad/s), ax,ay,az (m/s^2), mx,my,mz (uT, may be absent), qw,qx,qy,qz
(reference, sensor to earth, ENU; nan where unknown), moving. A baselines.json beside the trials, {file: {peer: {"incl",
"heading", "total"}}}, adds peers; those with "9D" in the name use the magnetometer. Status 1 if a trial could not be run.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import orientation_error

WAYS = {
    "imu-rt, filter": ["--through", "filter"],
    "imu-rt, mpu6050": ["--through", "chip", "--chip", "mpu6050"],
    "imu-rt, lsm6ds3": ["--through", "chip", "--chip", "lsm6ds3"],
}
TABLES = [
    ("Inclination, six axes", False, "inclination"),
    ("Heading drift, six axes (the offset of the first second taken out)", False, "heading"),
    ("Total, nine axes", True, "total"),
]
# No trial of an hour takes longer.
PATIENCE_SECONDS = 600


def run(tool, path, options):
    """The scores of one trial by one way: {nine axes?: Score}."""
    trial = orientation_error.read_trial(path)
    scores = {}
    with tempfile.TemporaryDirectory() as folder:
        estimate = os.path.join(folder, "estimate.csv")
        for nine in [False, True] if trial.has_magnetometer else [False]:
            command = [tool, "replay", path, "--output", estimate, "--quiet"] + options + (["--9d"] if nine else [])
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
            except subprocess.TimeoutExpired as error:
                raise orientation_error.BadFile(f"{path}: no result within {PATIENCE_SECONDS} s") from error
            if done.returncode != 0:
                raise orientation_error.BadFile(f"{path}: {done.stderr.strip() or f'exit status {done.returncode}'}")
            rows = orientation_error.errors(trial, orientation_error.read_estimate(estimate, trial), nine)
            scores[nine] = orientation_error.score(rows)
    return scores


def measure(tool, folder, names):
    """All trials by all ways, as many at a time as there are processors: {(way, name): scores}, and the failures."""
    results, failures = {}, {}
    with concurrent.futures.ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        jobs = {
            pool.submit(run, tool, os.path.join(folder, name), options): (way, name)
            for name in names
            for way, options in WAYS.items()
        }
        for job in concurrent.futures.as_completed(jobs):
            try:
                results[jobs[job]] = job.result()
            except orientation_error.BadFile as error:
                failures[jobs[job]] = str(error)
    return results, failures


def peers(folder, names):
    """The baselines that lie beside the trials: {peer: {name: {...}}}."""
    path = os.path.join(folder, "baselines.json")
    if not os.path.exists(path):
        return {}
    try:
        with open(path) as file:
            baselines = json.load(file)
        found = {}
        for name in names:
            for peer, figures in baselines.get(name, {}).items():
                found.setdefault(peer, {})[name] = {
                    "inclination": float(figures["incl"]), "heading": float(figures["heading"]),
                    "total": float(figures["total"]),
                }
        return found
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"yardstick: {path}: not the expected form: {error!r}")


def groups(names):
    """The trials by what their names begin with: means are taken within."""
    found = {}
    for name in names:
        found.setdefault(name.split("_")[0].split(".")[0], []).append(name)
    return found


def print_table(title, figures, names):
    """One line for each estimator, one column for each trial, and a mean for each group of trials."""
    means = groups(names)
    width = max(len(estimator) for estimator in figures)
    print(f"\n{title}, degrees\n")
    heads = [f"{number:>7}" for number in range(1, len(names) + 1)] + [f"{group[:12]:>13}" for group in means]
    print(f"{'':{width}}" + "".join(heads))
    for estimator, by_name in figures.items():
        line = "".join(f"{by_name[name]:7.2f}" if name in by_name else f"{'-':>7}" for name in names)
        for members in means.values():
            values = [by_name[name] for name in members if name in by_name]
            line += f"{sum(values) / len(values):13.3f}" if len(values) == len(members) else f"{'-':>13}"
        print(f"{estimator:{width}}{line}")


def main():
    parser = argparse.ArgumentParser(description="Scores imu-rt on recordings with optical reference.")
    parser.add_argument("folder", help="where the trials are: *.csv and *.csv.gz")
    parser.add_argument("--tool", default=".build/release/imu-rt", help="the program (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file, too")
    arguments = parser.parse_args()
    folder = arguments.folder
    if not os.path.isdir(folder):
        sys.exit(f"yardstick: '{folder}' is not a folder; name the one with the trials")
    if not os.access(arguments.tool, os.X_OK):
        sys.exit(f"yardstick: no program at '{arguments.tool}'; 'make build' makes it")
    names = sorted(name for name in os.listdir(folder) if name.endswith((".csv", ".csv.gz")))
    if not names:
        sys.exit(f"yardstick: no *.csv or *.csv.gz in '{folder}'")
    results, failures = measure(os.path.abspath(arguments.tool), folder, names)
    baselines = peers(folder, names)
    print("\n".join(f"{number:3} {name}" for number, name in enumerate(names, 1)))
    report = {}
    for title, nine, quantity in TABLES:
        figures = {
            way: {name: getattr(results[way, name][nine], quantity) for name in names if nine in results.get((way, name), {})}
            for way in WAYS
        }
        for peer, by_name in baselines.items():
            if ("9D" in peer) == nine:
                figures[peer] = {name: values[quantity] for name, values in by_name.items()}
        report[title] = figures
        print_table(title, figures, names)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(report, file, indent=1)
    for (way, _), reason in sorted(failures.items()):
        print(f"yardstick: {way}: {reason}", file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
