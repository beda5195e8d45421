"""Judges that nobody here wrote: other people's drivers, as their packages are (rig/peers.txt), on the simulated chips.

Neither of them has a self-test. Their step counter is judged at rest alone: the simulated chips count no steps.
"""

import concurrent.futures
import contextlib
import importlib
import math
import multiprocessing
import os
import signal
import sys
import tempfile
import time
import unittest

import rig
from rig import RigTest

PACKAGES = os.path.join(rig.BUILD, "peers")
sys.path.append(PACKAGES)

FORCE = (4.903325, -2.4516625, 9.80665)
RATES = (0.1, -0.2, 0.3)
# The standard deviations that the tool adds to "still" are 0.02 m/s^2 and 0.001 rad/s. Six of them, and a few counts.
REST_FORCE, REST_RATE = 0.13, 0.01

# Module, class, address. Those for the ST chips go by the identity: LSM6DS33 wants 0x69, LSM6DS3TRC wants 0x6A.
MPU6050 = ("adafruit_mpu6050", "MPU6050", 0x68)
LSM6DS3 = ("adafruit_lsm6ds.lsm6ds33", "LSM6DS33", 0x6A)
LSM6DS3TRC = ("adafruit_lsm6ds.lsm6ds3trc", "LSM6DS3TRC", 0x6B)


def limit_time():
    """The peers wait for a reset for as long as it takes: ends this process's test after PATIENCE."""

    def end(*_):
        raise AssertionError(f"a peer took longer than {rig.PATIENCE} s")

    signal.signal(signal.SIGALRM, end)
    signal.alarm(rig.PATIENCE)


@contextlib.contextmanager
def attached(peer):
    """A peer's driver, started on a bus of its own, which is closed in the end: an open one keeps the module loaded."""
    module, name, address = peer
    kind = getattr(importlib.import_module(module), name)
    with importlib.import_module("adafruit_extended_bus").ExtendedI2C(int(rig.bus_number())) as bus:
        yield kind(bus, address)


def watch(peer, folder):
    """Reads until the folder holds "stop", and shows there that it began: forces and rates."""
    limit_time()
    readings = []
    with attached(peer) as driver:
        while not os.path.exists(f"{folder}/stop"):
            readings.append((driver.acceleration, driver.gyro))
            if len(readings) == 1:
                rig.write(f"{folder}/{peer[1]}", "")
    return readings


def register(address, number):
    """A register as i2c-tools see it."""
    return int(rig.run("i2cget", "-y", rig.bus_number(), hex(address), hex(number), check=True).stdout, 16)


class PeerTest(RigTest):
    """Tests with all chips on the bus. A peer resets its own as it starts, so none minds what the test before left there."""

    motion = "still"

    @classmethod
    def setUpClass(cls):
        if not os.path.isdir(PACKAGES):
            raise AssertionError(f"the peers' drivers are not in {PACKAGES}: run rig/prepare.sh")
        super().setUpClass()
        chips = ("--chip", "mpu6050", "--chip", "mpu6050@0x69", "--chip", "lsm6ds3", "--chip", "lsm6ds3tr-c@0x6b")
        cls.server = rig.Server(*chips, "--motion", cls.motion)
        cls.server.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()
        super().tearDownClass()

    def setUp(self):
        limit_time()
        self.addCleanup(signal.alarm, 0)

    @contextlib.contextmanager
    def peer(self, kind):
        with self.subTest(kind[1]), attached(kind) as driver:
            yield driver


class PeerAtRestTests(PeerTest):
    def assert_rest(self, force, rates):
        for value, true in zip(force, (0, 0, rig.GRAVITY)):
            self.assertAlmostEqual(value, true, delta=REST_FORCE)
        for value in rates:
            self.assertAlmostEqual(value, 0, delta=REST_RATE)

    def check_changes(self, read, hertz):
        """Not how fast this machine reads is judged: new data can't come more often than the rate, nor stay away for its period.
        By axes, since a sample may come while they are read: BDU keeps the bytes of each together, not the three."""
        begin = time.monotonic()
        values, last = read(), time.monotonic()
        reads = due = 0
        changes = [0, 0, 0]
        while due < 5 if hertz else reads < 20:
            former, values, before, last = values, read(), last, time.monotonic()
            reads += 1
            changes = [count + (a != b) for count, a, b in zip(changes, former, values)]
            due += min(1, (last - before) * hertz)
        # The chip's clock may be ahead by what the bytes take on the wire.
        least, most = (3, math.floor((last - begin + 0.001) * hertz) + 1) if hertz else (0, 0)
        self.assertTrue(least <= max(changes) <= most, (hertz, due, changes, most))

    def test_theyReadGravityNoRateAndTheTemperature(self):
        for kind in (MPU6050, LSM6DS3, LSM6DS3TRC):
            with self.peer(kind) as driver:
                self.assert_rest(driver.acceleration, driver.gyro)
                self.assertAlmostEqual(driver.temperature, 25, delta=0.1)

    def test_theLSM6DS3sDataChangeAtTheRateThatTheySet(self):
        for kind in (LSM6DS3, LSM6DS3TRC):
            with self.peer(kind) as driver:
                for code, hertz in ((1, 12.5), (4, 104), (0, 0)):
                    driver.accelerometer_data_rate = driver.gyro_data_rate = code
                    self.assertEqual((driver.accelerometer_data_rate, driver.gyro_data_rate), (code, code))
                    self.check_changes(lambda: driver.acceleration, hertz)
                    self.check_changes(lambda: driver.gyro, hertz)

    def test_thePedometerIsOnAndCountsNothing(self):
        # FUNC_EN is in CTRL10_C; PEDO_EN is beside it in the second generation and in TAP_CFG in the first, whose CTRL10_C has an
        # axis of the gyroscope at that place.
        for kind, pedometer in ((LSM6DS3, (0x58, 0x40)), (LSM6DS3TRC, (0x19, 0x10))):
            with self.peer(kind) as driver:
                driver.pedometer_enable = True
                self.assertTrue(driver.pedometer_enable)
                for number, bit in (pedometer, (0x19, 0x04)):
                    self.assertTrue(register(kind[2], number) & bit, hex(number))
                time.sleep(0.2)
                self.assertEqual(driver.pedometer_steps, 0)
                self.assert_rest(driver.acceleration, driver.gyro)
                driver.pedometer_enable = False
                self.assertFalse(driver.pedometer_enable)

    def test_theyRefuseAnotherChipAndNone(self):
        for kind, address, error in ((LSM6DS3TRC, 0x6A, RuntimeError), (LSM6DS3, 0x6B, RuntimeError), (MPU6050, 0x1E, ValueError)):
            with self.subTest(kind[1]), self.assertRaises(error), attached((*kind[:2], address)):
                pass

    def test_twoAtOnceReadRightAndAStreamBesideThemLosesNothing(self):
        """A process each, and other scales than the stream's, so that a reading of another's chip would be another value. The stream
        drains its FIFO: a register is overwritten where a busy machine keeps its reader waiting, and a loss would prove nothing."""
        processes = concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context("fork"))
        with processes, tempfile.TemporaryDirectory() as folder:
            watches = [processes.submit(watch, kind, folder) for kind in (MPU6050, LSM6DS3)]
            try:
                rig.wait_until(lambda: len(os.listdir(folder)) == 2 or any(w.done() for w in watches), "both peers to read")
                path = rig.configuration(self.server.bus, 0x69, "IMU_69_INT", sampleRate=100)
                samples, events = self.stream(path, "--fifo", count=150)
            finally:
                rig.write(f"{folder}/stop", "")
            for watched in watches:
                readings = watched.result(rig.PATIENCE)
                self.assertGreater(len(readings), 10)
                for force, rates in readings:
                    self.assert_rest(force, rates)
        self.assertEqual(len(samples), 150)
        self.check_accounts(samples, events)
        self.assertEqual(samples[-1]["dropped"], 0, events)
        for sample in samples:
            self.assertAlmostEqual(math.hypot(*(sample["a" + axis] for axis in "xyz")), rig.GRAVITY, delta=REST_FORCE)


class PeerInMotionTests(PeerTest):
    motion = ",".join(map(str, FORCE + RATES))

    def assert_vector(self, got, wanted, unit):
        """To a count, and what the peers round their scales by."""
        for value, true in zip(got, wanted):
            self.assertAlmostEqual(value, true, delta=1.01 * unit + 1e-3 * abs(true))

    def test_inEveryRangeTheMPU6050sReadsTheSame(self):
        with self.peer(MPU6050) as driver:
            for code in range(4):
                driver.accelerometer_range = driver.gyro_range = code
                self.assertEqual((driver.accelerometer_range, driver.gyro_range), (code, code))
                self.assert_vector(driver.acceleration, FORCE, rig.GRAVITY * 2**code / 16384)
                self.assert_vector(driver.gyro, RATES, math.radians(2**code / 131))

    def test_inEveryRangeTheLSM6DS3sReadTheSame(self):
        for kind in (LSM6DS3, LSM6DS3TRC):
            with self.peer(kind) as driver:
                ranges = importlib.import_module("adafruit_lsm6ds")
                for code, unit in ranges.AccelRange.lsb.items():
                    driver.accelerometer_range = code
                    self.assert_vector(driver.acceleration, FORCE, unit * 1e-3 * rig.GRAVITY)
                for code, unit in ranges.GyroRange.lsb.items():
                    driver.gyro_range = code
                    self.assert_vector(driver.gyro, RATES, math.radians(unit * 1e-3))

    def test_theMPU6050sFIFOFillsAtTheRateThatItSets(self):
        with self.peer(MPU6050) as driver:
            driver.filter_bandwidth = 3  # 44 Hz: the base rate is 1 kHz.
            driver.accel_fifo_en = True
            for divisor in (19, 9):
                driver.sample_rate_divisor = divisor
                driver.fifo_en = False
                driver.fiforst = True
                before = time.monotonic()
                driver.fifo_en = True
                begin = time.monotonic()
                time.sleep(0.3)
                end = time.monotonic()
                count = driver.fifo_count
                after = time.monotonic()
                self.assertEqual(count % 6, 0)
                frames, hertz = count / 6, 1000 / (1 + divisor)
                self.assertTrue((end - begin) * hertz - 1 <= frames <= (after - before) * hertz + 1, (frames, end - begin, hertz))
                data = driver.read_whole_fifo()
                self.assertGreaterEqual(len(data), count)
                for index in range(0, len(data), 6):
                    words = [int.from_bytes(data[at : at + 2], "big", signed=True) for at in range(index, index + 6, 2)]
                    self.assertEqual(words, [8192, -4096, 16384])  # 1/2, -1/4 and 1 g at 2 g.

    def test_aResetLeavesTheMPU6050AsAfterPowerUp(self):
        with self.peer(MPU6050) as driver:
            driver.accelerometer_range = driver.gyro_range = driver.filter_bandwidth = 3
            driver.sample_rate_divisor = 9
            driver.reset()
            self.assertTrue(driver.sleep)
            for name in ("accelerometer_range", "gyro_range", "filter_bandwidth", "sample_rate_divisor"):
                self.assertEqual(getattr(driver, name), 0, name)
            # What a sleeping chip shows: zeros, which are 36.53 degrees.
            self.assertEqual((driver.acceleration, driver.gyro), ((0, 0, 0), (0, 0, 0)))
            self.assertAlmostEqual(driver.temperature, 36.53, delta=0.001)
            driver.sleep = False
            time.sleep(0.01)
            driver.accelerometer_range = 0  # Its scale is still that of the former range.
            self.assert_vector(driver.acceleration, FORCE, rig.GRAVITY / 16384)
            self.assert_vector(driver.gyro, RATES, math.radians(1 / 131))

    def test_aResetLeavesTheLSM6DS3sAsAfterPowerUp(self):
        for kind in (LSM6DS3, LSM6DS3TRC):
            with self.peer(kind) as driver:
                driver.gyro_range = 125
                driver.pedometer_enable = True
                driver.reset()
                self.assertEqual((driver.accelerometer_data_rate, driver.gyro_data_rate), (0, 0))
                self.assertFalse(driver.pedometer_enable)
                self.assertEqual((driver.acceleration, driver.gyro), ((0, 0, 0), (0, 0, 0)))
                self.assertEqual(register(kind[2], 0x12), 0x04)  # CTRL3_C: the address follows the bytes, nothing else.
                driver.accelerometer_data_rate = driver.gyro_data_rate = 4
                driver.accelerometer_range = driver.gyro_range = 0
                self.assert_vector(driver.acceleration, FORCE, 0.061e-3 * rig.GRAVITY)
                self.assert_vector(driver.gyro, RATES, math.radians(8.75e-3))


if __name__ == "__main__":
    unittest.main()
