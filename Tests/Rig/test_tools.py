"""What i2c-tools and libgpiod's own tools see of the simulated chips."""

import subprocess
import unittest

import rig
from rig import RigTest

# Distinct on every axis, and exact in counts: 1/2 g and so on at 2 g, 131 LSB/(deg/s) at 250 deg/s.
MOTION = "4.903325,-2.4516625,9.80665,0.1,-0.2,0.3"


def words(text, order):
    data = bytes(int(byte, 16) for byte in text.split())
    return [int.from_bytes(data[index : index + 2], order, signed=True) for index in range(0, len(data), 2)]


class ToolTests(RigTest):
    def test_i2cdetectFindsBothChipsAndNothingElse(self):
        with rig.Server() as server:
            table = rig.run("i2cdetect", "-y", rig.bus_number()).stdout
            found = {word for row in table.splitlines()[1:] for word in row.split()[1:]} - {"--"}
            self.assertEqual(found, {"68", "6a"})

    def test_i2ctransferReadsWhatTheMPU6050Feels(self):
        with rig.Server("--motion", MOTION) as server:
            bus = rig.bus_number()
            rig.run("i2ctransfer", "-y", bus, "w2@0x68", "0x6b", "0x01", check=True)

            def sample():
                found = words(rig.run("i2ctransfer", "-y", bus, "w1@0x68", "0x3b", "r14", check=True).stdout, "big")
                return found if any(found) else None

            ax, ay, az, temperature, gx, gy, gz = rig.wait_until(sample, "the first sample")
            self.assertEqual((ax, ay, az), (8192, -4096, 16384))
            self.assertEqual((gx, gy, gz), (751, -1501, 2252))  # 0.1 rad/s is 5.72958 deg/s
            self.assertAlmostEqual(temperature / 340 + 36.53, 25, delta=0.01)

    def test_i2ctransferReadsWhatTheLSM6DS3Feels(self):
        with rig.Server("--motion", MOTION) as server:
            bus = rig.bus_number()
            rig.run("i2ctransfer", "-y", bus, "w3@0x6a", "0x10", "0x40", "0x40", check=True)  # 104 Hz, 2 g, 245 deg/s

            def sample():
                found = words(rig.run("i2ctransfer", "-y", bus, "w1@0x6a", "0x20", "r14", check=True).stdout, "little")
                return found if any(found[1:]) else None

            temperature, gx, gy, gz, ax, ay, az = rig.wait_until(sample, "the first sample")
            for counts, g in zip((ax, ay, az), (0.5, -0.25, 1)):
                self.assertAlmostEqual(counts * 0.061e-3, g, delta=0.061e-3)
            for counts, degrees in zip((gx, gy, gz), (5.72958, -11.45916, 17.18873)):
                self.assertAlmostEqual(counts * 8.75e-3, degrees, delta=8.75e-3)
            self.assertEqual(temperature, 0)

    def test_gpioinfoShowsTheNamedLinesAndWhoHoldsOne(self):
        text = rig.run("gpioinfo", "imu-rig").stdout
        for name in ("IMU_68_INT", "IMU_69_INT", "IMU_6A_INT1", "IMU_6A_INT2", "IMU_6B_INT1", "IMU_6B_INT2"):
            self.assertIn(f'"{name}"', text)
        self.assertNotIn("[used]", text)

    def test_gpiomonSeesTheChipsEdgesInOrder(self):
        with rig.Server() as server:
            bus = rig.bus_number()
            monitor = subprocess.Popen(
                ["gpiomon", "--num-events=20", "--rising-edge", "--format=%o %e %s %n", "imu-rig", "0"],
                stdout=subprocess.PIPE, text=True,
            )
            rig.wait_until(lambda: "gpiomon" in rig.run("gpioinfo", "imu-rig").stdout, "gpiomon to hold the line")
            # Awake; after the chip's start-up: 1 kHz by 20, data-ready interrupt.
            rig.run("i2ctransfer", "-y", bus, "w2@0x68", "0x6b", "0x01", check=True)
            rig.wait_until(lambda: rig.run("i2cget", "-y", bus, "0x68", "0x6b").stdout.strip() == "0x01", "the chip")
            for register, value in ((0x1A, 1), (0x19, 19), (0x38, 1)):
                rig.run("i2ctransfer", "-y", bus, "w2@0x68", hex(register), hex(value), check=True)
            output, _ = monitor.communicate(timeout=rig.PATIENCE)
            times = []
            for line in output.splitlines():
                offset, edge, seconds, nanoseconds = map(int, line.split())
                self.assertEqual((offset, edge), (0, 1))
                times.append(seconds * 10**9 + nanoseconds)
            self.assertEqual(len(times), 20)
            self.assertEqual(times, sorted(set(times)))


if __name__ == "__main__":
    unittest.main()
