"""The unmodified tool on the kernel's bus: what it finds, what it streams, and how it ends."""

import json
import os
import signal
import subprocess
import unittest

import motion
import rig
from rig import RigTest

# Rates are low (20 Hz) because an emulated machine on a busy host may take 10 ms and more for a transfer, and the tool refuses what
# its bus can't carry.
# How much older than its edge a sample may be: the server of the chips may be kept waiting by a busy machine.
LATENESS = 0.25


class DetectTests(RigTest):
    def test_detectFindsBothChips(self):
        with rig.Server() as server:
            done = rig.tool("detect", "--quiet")
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [row.split() for row in done.stdout.splitlines()]
            self.assertEqual(
                rows, [[server.bus, "0x68", "0x68", "MPU-6050"], [server.bus, "0x6A", "0x69", "LSM6DS3"]]
            )

    def test_detectWithoutAChipSaysSo(self):
        done = rig.tool("detect", "--bus", rig.bus_path())
        self.assertEqual(done.returncode, 1)
        self.assertIn("no chip answered", done.stderr)

    def test_aBusOrALineThatMayNotBeOpenedIsToldWithTheRemedy(self):
        with rig.Server() as server:
            chip = rig.run("gpiodetect").stdout.split("[imu-rig]")[0].split()[-1]
            os.chmod(server.bus, 0o600)
            os.chmod(f"/dev/{chip}", 0o600)
            # Without rights: as nobody, who may open neither.
            done = rig.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", rig.TOOL, "detect", "--bus", server.bus)
            self.assertEqual(done.returncode, 1)
            self.assertIn("permission denied", done.stderr)
            os.chmod(server.bus, 0o666)
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            os.chmod(path, 0o644)
            done = rig.run(
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", rig.TOOL, "stream", "--config", path, "-n", "1"
            )
            self.assertEqual(done.returncode, 1)
            self.assertIn("imu-rig", done.stderr + chip)
            self.assertRegex(done.stderr, "permission denied|no GPIO chip")

    def test_whatTheKernelRefusesIsReportedAndTheStreamGoesOn(self):
        with rig.Server() as server:
            for node in (server.bus, *(f"/dev/{name}" for name in os.listdir("/dev") if name.startswith("gpiochip"))):
                os.chmod(node, 0o666)
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            os.chmod(path, 0o644)
            nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all")
            done = rig.run(*nobody, rig.TOOL, "stream", "--config", path, "-n", "10", "--format", "jsonl")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(self.parse(done.stdout)[0]), 10)
            self.assertIn("SCHED_FIFO priority 80: refused", done.stderr)


class StreamTests(RigTest):
    parameters = ("decoys=2",)

    def check_values(self, server, samples):
        """Order and values: each sample is the chip's motion of a time that is not after its edge, and these times rise."""
        last = 0
        misfits = []
        for sample in samples:
            stamp = (sample["time_ns"] - server.start) * 1e-9
            values = [sample[key] for key in ("ax", "ay", "az")], [sample["g" + axis] + sample["bias_" + axis] for axis in "xyz"]
            fitting = motion.first_fit(values, max(last, stamp + 0.002 - LATENESS), stamp + 0.002)
            if fitting is None:
                misfits.append((sample["seq"], stamp, values))
            else:
                last = fitting
        # Noise beyond three sigma in one of six axes: 1.6 % of samples; the tolerance above takes most of them in.
        if len(misfits) > len(samples) // 20:
            told = [f"{seq}: {motion.best_fit(values, stamp - 2, stamp + 0.5) - stamp:+.3f} s" for seq, stamp, values in misfits[:20]]
            self.fail(f"{len(misfits)} of {len(samples)} samples are not the motion; where it fits best: {', '.join(told)}")

    def test_registerModeGivesTheMotionThatTheServerPlays(self):
        for address, line in ((0x68, "IMU_68_INT"), (0x6A, "IMU_6A_INT1")):
            with self.subTest(hex(address)), rig.Server() as server:
                path = rig.configuration(server.bus, address, line, sampleRate=20)
                samples, events = self.stream(path, count=80)
                self.assertEqual(len(samples), 80)
                self.check_accounts(samples, events)
                self.check_values(server, samples)

    def test_edgesAreStampedByTheKernelsMonotonicClock(self):
        with rig.Server() as server:
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            before = rig.time.clock_gettime_ns(rig.time.CLOCK_MONOTONIC)
            samples, _ = self.stream(path, count=20)
            after = rig.time.clock_gettime_ns(rig.time.CLOCK_MONOTONIC)
            times = [sample["time_ns"] for sample in samples]
            self.assertEqual(times, sorted(set(times)))
            self.assertTrue(before < times[0] and times[-1] < after)

    def test_theLineIsFoundByLabelAndNameAmongSeveralChips(self):
        with rig.Server() as server:
            listing = rig.run("gpiodetect").stdout
            self.assertEqual(listing.count("imu-rig-decoy"), 2)
            wanted = listing.split("[imu-rig]")[0].split()[-1]
            done = rig.tool("stream", "--config", rig.configuration(server.bus, 0x6A, "IMU_6A_INT1", sampleRate=20), "-n", "10", "--format", "jsonl")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"edges from {wanted} line 2", done.stderr)
            # A chip or line that isn't there is told, with what there is.
            for chip, line, expected in (("no-such", "0", "imu-rig"), ("imu-rig", "NO_SUCH", "no line"), ("imu-rig", "NO_INTERRUPT", "can't raise interrupts")):
                path = rig.configuration(server.bus, 0x68, line, interrupt={"chip": chip})
                done = rig.tool("stream", "--config", path, "-n", "1")
                self.assertEqual(done.returncode, 1)
                self.assertIn(expected, done.stderr)

    def test_aLineThatSomebodyHoldsIsToldWithItsHolder(self):
        with rig.Server() as server:
            holder = subprocess.Popen(["gpiomon", "imu-rig", "0"], stdout=subprocess.DEVNULL)
            try:
                rig.wait_until(lambda: "gpiomon" in rig.run("gpioinfo", "imu-rig").stdout, "gpiomon to hold the line")
                done = rig.tool("stream", "--config", rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20), "-n", "1")
                self.assertEqual(done.returncode, 1)
                self.assertIn('held by "gpiomon"', done.stderr)
            finally:
                holder.kill()
                holder.wait(rig.PATIENCE)

    def test_anAdapterWithSMBusBlocksAloneServesToo(self):
        with rig.Server("--motion", "4.903325,-2.4516625,9.80665,0.1,-0.2,0.3") as server:
            rig.write(f"{rig.PARAMETERS}/smbus_only", "1")
            try:
                samples, _ = self.stream(rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20), count=20)
                self.assertIn("SMBus I2C block", rig.tool("doctor", "--bus", server.bus, "--address", "0x68").stdout)
                refused = rig.run("i2ctransfer", "-y", rig.bus_number(), "w1@0x68", "0x3b", "r33")
                self.assertNotEqual(refused.returncode, 0)
            finally:
                rig.write(f"{rig.PARAMETERS}/smbus_only", "0")
            for sample in samples:
                for key, value in (("ax", 4.903325), ("ay", -2.4516625), ("az", 9.80665)):
                    self.assertAlmostEqual(sample[key], value, delta=0.003)

    def test_priorityAndLockedMemoryAreTheKernelsOwn(self):
        with rig.Server() as server:
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            process = subprocess.Popen([rig.TOOL, "stream", "--config", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stdout.readline()
            process.stdout.readline()
            found = {}
            for thread in os.listdir(f"/proc/{process.pid}/task"):
                name = rig.read(f"/proc/{process.pid}/task/{thread}/comm")
                fields = rig.read(f"/proc/{process.pid}/task/{thread}/stat").rsplit(")", 1)[1].split()
                found[name] = (int(fields[38]), int(fields[37]))  # policy, real-time priority (proc(5))
            locked = next(line for line in rig.read(f"/proc/{process.pid}/status").splitlines() if line.startswith("VmLck"))
            end(process)
            self.assertEqual(found.get("imu-acquisition"), (1, 80), found)
            self.assertEqual(found.get("imu-fusion"), (1, 70), found)
            self.assertGreater(int(locked.split()[1]), 0)

    def test_anInterruptLeavesLineAndBusFreeAndTheChipAsleep(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number), rig.Server() as server:
                path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
                process = subprocess.Popen([rig.TOOL, "stream", "--config", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                process.stdout.readline()
                self.assertIn('"imu-rt"', rig.run("gpioinfo", "imu-rig").stdout)
                self.assertEqual(end(process, number), 0)
                self.assertNotIn('"imu-rt"', rig.run("gpioinfo", "imu-rig").stdout)
                power = rig.run("i2ctransfer", "-y", rig.bus_number(), "w1@0x68", "0x6b", "r1").stdout
                self.assertTrue(int(power, 16) & 0x40, f"PWR_MGMT_1 is {power}")

    def test_fifoModeGivesTheMotionThatTheServerPlays(self):
        if "--fifo" not in rig.tool("stream", "--help").stdout:
            self.skipTest("this version reads registers alone")
        for address, line, rate in ((0x68, "IMU_68_INT", 100), (0x6A, "IMU_6A_INT1", 104)):
            with self.subTest(hex(address)), rig.Server() as server:
                path = rig.configuration(server.bus, address, line, sampleRate=rate)
                samples, events = self.stream(path, "--fifo", count=300)
                self.assertEqual(len(samples), 300)
                self.check_accounts(samples, events)
                self.check_values(server, samples)


def end(process, number=signal.SIGINT):
    """Ends a stream by a signal: its status."""
    process.send_signal(number)
    process.communicate(timeout=rig.PATIENCE)
    return process.returncode


if __name__ == "__main__":
    unittest.main()
