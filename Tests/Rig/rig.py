"""What the rig's tests share: the module, the server of the chips, the tool, and sysfs. Runs as root in the rig's guest."""

import collections
import contextlib
import glob
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ["RIG_BUILD"]
TOOL = os.environ.get("RIG_TOOL", os.path.join(REPOSITORY, ".build/release/imu-rt"))
MODULE = os.path.join(BUILD, "kmod/imu_rig.ko")
DEVICE = "/dev/imu-rig"
PARAMETERS = "/sys/module/imu_rig/parameters"
GRAVITY = 9.80665
# Longest that anything here may take: bounds, not verdicts. A busy machine emulates slowly.
PATIENCE = 60


def modprobe(*modules):
    for module in modules:
        run("modprobe", "-d", os.path.join(BUILD, "root"), module, check=True)


def run(*command, check=False, **options):
    """Runs a command to its end; its output as text."""
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=check, **options)


def tool(*arguments, **options):
    return run(TOOL, *arguments, **options)


def wait_until(condition, what):
    """Polls until the condition holds; fails after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {PATIENCE} s for {what}")


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read().strip()


def scratch(text, suffix=".json5"):
    """A file with the given text; the guest's memory forgets it."""
    handle, path = tempfile.mkstemp(suffix=suffix)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    return path


def configuration(bus, address, line=None, **keys):
    """The path of a configuration file; chip labels the GPIO chip that the module's lines are on."""
    whole = {"bus": bus, "address": address, **keys}
    if line:
        whole["interrupt"] = {"chip": "imu-rig", "line": line, **keys.get("interrupt", {})}
    return scratch(json.dumps(whole))


def bus_path():
    """The node of the module's adapter."""
    for name in glob.glob("/sys/class/i2c-dev/i2c-*/name"):
        if read(name) == "imu-rig":
            return "/dev/" + name.split("/")[-2]
    raise AssertionError("the module has no I2C adapter")


def bus_number():
    return bus_path().rsplit("-", 1)[1]


class Server:
    """`imu-rt simulate --kernel` for the length of a with statement."""

    def __init__(self, *arguments):
        self.arguments = arguments

    def __enter__(self):
        self.errors = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            [TOOL, "simulate", "--kernel", *self.arguments], stdout=subprocess.PIPE, stderr=self.errors, text=True
        )
        self.chips = {}
        # The tool says all of it in one write; an end of output is a tool that failed.
        expected = max(1, self.arguments.count("--chip")) if "--chip" in self.arguments else 2
        for _ in range(expected):
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError("the server did not start: " + self.error_text())
            chip = json.loads(line)
            self.chips[int(chip["address"], 16)] = chip
        self.start = chip["start_ns"]
        self.bus = chip["bus"]
        return self

    def error_text(self):
        self.process.wait(PATIENCE)
        self.errors.seek(0)
        return self.errors.read()

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.close()


@contextlib.contextmanager
def kernel_driver(driver, address, line):
    """Binds a kernel driver to a chip; its IIO devices by name."""
    home = "/sys/class/misc/imu-rig"
    before = set(glob.glob("/sys/bus/iio/devices/iio:device*"))
    write(f"{home}/attach", f"{driver} {address:#x} {line}")
    try:
        devices = set(glob.glob("/sys/bus/iio/devices/iio:device*")) - before
        yield {read(device + "/name"): device for device in devices}
    finally:
        write(f"{home}/detach", f"{address:#x}")


class RigTest(unittest.TestCase):
    """A test with the module loaded; the kernel must have nothing to complain about in the end."""

    parameters = ("decoys=1",)

    @classmethod
    def setUpClass(cls):
        modprobe("i2c-dev")
        run("insmod", MODULE, *cls.parameters, check=True)
        run("dmesg", "--clear")
        wait_until(lambda: os.path.exists(bus_path()), "the adapter's node")

    @classmethod
    def tearDownClass(cls):
        result = wait_until(lambda: unloaded(), "the module to be free")
        log = run("dmesg").stdout
        for word in ("WARNING", "BUG:", "Oops", "refcount", "leak", "general protection"):
            assert word not in log, log

    def stream(self, path, *arguments, count=200):
        """Streams to the end: the samples and the events."""
        # From 1 MHz on every sample is printed, however close to the one before its time is.
        done = tool("stream", "--config", path, "--control-loop", "1000000", "-n", str(count), "--format", "jsonl", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.parse(done.stdout)

    def parse(self, text):
        samples, events = [], []
        for line in text.splitlines():
            record = json.loads(line)
            (events if "event" in record else samples).append(record)
        return samples, events

    def check_accounts(self, samples, events):
        """Times and numbers rise, and nothing is lost in silence: a number that is missing has been told as dropped, or as not
        printed (a reader that a busy machine kept waiting)."""
        not_printed = collections.Counter()
        for event in events:
            if event["event"] == "not_printed":
                not_printed[event["after_seq"]] += event["count"]
        for before, after in zip(samples, samples[1:]):
            self.assertGreater(after["time_ns"], before["time_ns"])
            taken = (after["seq"] - after["dropped"]) - (before["seq"] - before["dropped"])
            self.assertEqual(taken - not_printed[before["seq"]], 1, (before, after, events))


def unloaded():
    """Unloads the module; false while something still lets go of it."""
    return run("rmmod", "imu_rig").returncode == 0
