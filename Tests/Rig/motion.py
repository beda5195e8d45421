"""The motion called "moving" (Sources/SimulatedIMU/Motion/MovingMotion.swift), for judging what came out of a kernel."""

import functools
import math

GRAVITY = 9.80665
ROLL = ((0.60, 0.23), (0.18, 0.71))
PITCH = ((0.45, 0.17), (0.12, 0.59))
YAW = ((0.80, 0.11), (0.25, 0.37))
# Three times the noise that the tool adds (0.02 m/s^2, 0.001 rad/s: 99.7 % of all), and two counts of the chip.
FORCE_TOLERANCE = 3 * 0.02 + 0.003
RATE_TOLERANCE = 3 * 0.001 + 0.003


def angle(sines, seconds):
    return sum(amplitude * math.sin(2 * math.pi * frequency * seconds) for amplitude, frequency in sines)


def rate(sines, seconds):
    return sum(a * 2 * math.pi * f * math.cos(2 * math.pi * f * seconds) for a, f in sines)


def moving(seconds):
    """Specific force in m/s^2 and rates in rad/s, chip axes (Diebel 2006, section 8)."""
    roll, pitch = angle(ROLL, seconds), angle(PITCH, seconds)
    roll_rate, pitch_rate, yaw_rate = rate(ROLL, seconds), rate(PITCH, seconds), rate(YAW, seconds)
    up = (-math.sin(pitch), math.sin(roll) * math.cos(pitch), math.cos(roll) * math.cos(pitch))
    rates = (
        roll_rate - yaw_rate * math.sin(pitch),
        pitch_rate * math.cos(roll) + yaw_rate * math.sin(roll) * math.cos(pitch),
        -pitch_rate * math.sin(roll) + yaw_rate * math.cos(roll) * math.cos(pitch),
    )
    return tuple(GRAVITY * u for u in up), rates


@functools.lru_cache(maxsize=None)
def moving_at(millisecond):
    """The motion on a grid of 1 ms, which the samples of a stream share: emulated processors are slow at sines."""
    return moving(millisecond / 1000)


def misfit(sample, true):
    """How far a sample is from the motion, each a force and rates, in tolerances: the worst of its axes."""
    return max(
        max(abs(a - b) for a, b in zip(sample[0], true[0])) / FORCE_TOLERANCE,
        max(abs(a - b) for a, b in zip(sample[1], true[1])) / RATE_TOLERANCE,
    )


def first_fit(sample, begin, end):
    """The first time from begin to end, by milliseconds, at which the motion was as sampled; None where there is none."""
    for millisecond in range(math.ceil(begin * 1000), math.floor(end * 1000) + 1):
        if misfit(sample, moving_at(millisecond)) <= 1.5:
            return millisecond / 1000
    return end if end >= begin and misfit(sample, moving(end)) <= 1.5 else None


def best_fit(sample, begin, end):
    """The millisecond from begin to end whose motion is nearest, in seconds: for telling what went wrong."""
    return min(range(int(begin * 1000), int(end * 1000)), key=lambda millisecond: misfit(sample, moving_at(millisecond))) / 1000
