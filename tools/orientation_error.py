"""Errors of estimated orientations against an optical reference, by the measure of the BROAD benchmark.

With e = estimate * conjugate(reference), an error in the earth's frame, and angles in degrees:
total = 2 acos |e_w|, heading = 2 atan |e_z / e_w|, inclination = 2 acos sqrt(e_w^2 + e_z^2)
(D. Laidig, M. Caruso, A. Cereatti, T. Seel, "BROAD - A Benchmark for Robust Inertial Orientation Estimation", Data 6(7), 2021).
Standard library only.
"""

import csv
import gzip
import math
from typing import NamedTuple


class BadFile(Exception):
    """A file that can't be scored; the text names it and says why."""


class Trial(NamedTuple):
    """A recording with its reference. Rows that are not scored have no reference here."""

    times: list  # seconds
    references: list  # (w, x, y, z) of norm 1, or None
    has_magnetometer: bool


class Error(NamedTuple):
    """The error of one row in radians; the heading with its sign."""

    seconds: float
    heading: float
    inclination: float
    total: float


class Score(NamedTuple):
    """Root mean squares over all scored rows, degrees."""

    inclination: float
    heading: float
    total: float


def read_table(path):
    """The header and the rows of a CSV file, compressed or not, as floats."""
    opener = gzip.open if path.endswith(".gz") else open
    try:
        with opener(path, "rt", newline="") as file:
            reader = csv.reader(file)
            header = next(reader, None)
            if not header:
                raise BadFile(f"{path}: empty")
            rows = []
            for row in reader:
                if not row:
                    continue
                if len(row) != len(header):
                    raise BadFile(f"{path}, line {reader.line_num}: {len(row)} fields, the header has {len(header)}")
                rows.append([float(field) for field in row])
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {error}") from error
    except ValueError as error:
        raise BadFile(f"{path}, line {reader.line_num}: {error}") from error
    return [name.strip() for name in header], rows


def read_trial(path):
    """A trial with the columns time_s, qw, qx, qy, qz and moving."""
    header, rows = read_table(path)
    wanted = ["time_s", "qw", "qx", "qy", "qz", "moving"]
    missing = [name for name in wanted if name not in header]
    if missing:
        raise BadFile(f"{path}: no column {', '.join(missing)}; a trial needs its reference and its motion phase")
    columns = [header.index(name) for name in wanted]
    times, references = [], []
    for row in rows:
        time, w, x, y, z, moving = (row[column] for column in columns)
        norm = math.sqrt(w * w + x * x + y * y + z * z)
        times.append(time)
        references.append((w / norm, x / norm, y / norm, z / norm) if moving > 0.5 and norm > 0 else None)
    if not any(references):
        raise BadFile(f"{path}: no row is in motion and has a reference")
    return Trial(times, references, all(name in header for name in ("mx", "my", "mz")))


def read_estimate(path, trial):
    """The quaternions of an estimate that has one row for each of the trial's."""
    header, rows = read_table(path)
    if header != ["time_s", "qw", "qx", "qy", "qz"] or len(rows) != len(trial.times):
        raise BadFile(f"{path}: not one orientation for each of the trial's {len(trial.times)} rows")
    estimate = []
    for number, row in enumerate(rows):
        norm = math.sqrt(sum(part * part for part in row[1:]))
        if not abs(norm - 1) < 1e-6 or abs(row[0] - trial.times[number]) > 1e-6:
            raise BadFile(f"{path}, line {number + 2}: norm {norm} at {row[0]} s")
        estimate.append(row[1:])
    return estimate


def multiply_by_conjugate(a, b):
    """a * conjugate(b), Hamilton's product, scalar first."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return (
        aw * bw + ax * bx + ay * by + az * bz,
        ax * bw - aw * bx + az * by - ay * bz,
        ay * bw - aw * by + ax * bz - az * bx,
        az * bw - aw * bz + ay * bx - ax * by,
    )


def errors(trial, estimate, absolute_heading):
    """The error of each scored row.

    Without an absolute heading its origin is arbitrary: the mean error over the first second of motion is taken out.
    """
    differences = [
        (time, multiply_by_conjugate(q, reference))
        for time, reference, q in zip(trial.times, trial.references, estimate)
        if reference
    ]
    offset = 0.0
    if not absolute_heading:
        begin = differences[0][0]
        angles = [2 * math.atan2(e[3], e[0]) for time, e in differences if time < begin + 1]
        offset = math.atan2(sum(map(math.sin, angles)), sum(map(math.cos, angles)))
    cosine, sine = math.cos(offset / 2), math.sin(offset / 2)
    result = []
    for time, (w, x, y, z) in differences:
        # A turn about the vertical by -offset, from the left; it leaves x^2 + y^2 and with it the inclination.
        w, z = cosine * w + sine * z, cosine * z - sine * w
        heading = math.remainder(2 * math.atan2(z, w), 2 * math.pi)
        inclination = 2 * math.acos(min(1.0, math.hypot(w, z)))
        result.append(Error(time, heading, inclination, 2 * math.acos(min(1.0, abs(w)))))
    return result


def score(rows):
    """The root mean squares of the errors of all rows, degrees."""

    def rms(values):
        return math.degrees(math.sqrt(sum(value * value for value in values) / len(rows)))

    return Score(
        rms(row.inclination for row in rows), rms(row.heading for row in rows), rms(row.total for row in rows)
    )
