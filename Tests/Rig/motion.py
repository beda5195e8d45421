"""The motion called "moving" (Sources/SimulatedIMU/Motion/MovingMotion.swift), for judging what came out of a kernel."""

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


def misfit(force, rates, seconds):
    """How far a sample is from the motion of a time, in tolerances: the worst of its axes."""
    true_force, true_rates = moving(seconds)
    return max(
        max(abs(a - b) for a, b in zip(force, true_force)) / FORCE_TOLERANCE,
        max(abs(a - b) for a, b in zip(rates, true_rates)) / RATE_TOLERANCE,
    )


def times_of_fit(force, rates, stamp, back, step=0.001):
    """The times from `stamp - back` to `stamp` at which the motion was as sampled."""
    count = int(back / step)
    return [stamp - back + step * index for index in range(count + 1) if misfit(force, rates, stamp - back + step * index) <= 1.5]
