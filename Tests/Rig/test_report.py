"""`imu-rt doctor --report` on a real adapter and a real GPIO chip."""

import os
import re
import subprocess
import tarfile
import tempfile

import rig
from rig import RigTest


class ReportTests(RigTest):
    def report(self, *arguments, status=0):
        """The texts of a report by their names."""
        path = os.path.join(tempfile.mkdtemp(), "r.tar.gz")
        done = rig.tool("doctor", "--report", path, "--duration", "2", *arguments)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(os.listdir(os.path.dirname(path)), ["r.tar.gz"])
        with tarfile.open(path) as archive:
            for member in archive:
                self.assertEqual((member.uid, member.gid, member.uname, member.gname), (0, 0, "", ""))
            return {
                member.name.removeprefix("imu-rt-report/"): archive.extractfile(member).read().decode()
                for member in archive
            }

    def test_adapterChipsRegistersAndEdgesAreInIt(self):
        with rig.Server("--chip", "mpu6050", "--chip", "lsm6ds3", "--motion", "still") as server:
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            files = self.report("--config", path)
            machine = files["machine.txt"]
            self.assertIn(f"\n{server.bus}: imu-rig\n", machine)
            number = rig.bus_number()
            driver = os.path.realpath(f"/sys/bus/i2c/devices/i2c-{number}/../driver")
            named = os.path.basename(driver) if os.path.exists(driver) else "not stated"
            self.assertIn(f"  driver: {named}\n", machine)
            self.assertRegex(machine, r"functions: 0x[0-9a-f]+: I2C, ")
            for address, identity in (("0x68", "0x68      MPU-6050"), ("0x6A", "0x69      LSM6DS3")):
                self.assertRegex(machine, rf"{server.bus} +{address} +{identity}\n")
            self.assertIn(f"kernel: {os.uname().release}, {os.uname().machine}\n", machine)
            self.assertIn("(imu-rig): ", machine)
            for line in re.findall(r"^0x.*", files["registers.txt"], re.M):
                self.assertEqual(line.split()[1], line.split()[2])
            self.assertRegex(files["registers.txt"], r"shortest read of one register: [1-9][0-9]* us")
            self.assertRegex(files["figures.txt"], r"the kernel's time of its edge on gpiochip[0-9]+ line ")
            period = float(re.search(r"period ([0-9.]+) ms", files["figures.txt"]).group(1))
            self.assertAlmostEqual(period, 50, delta=2)
            rows = [line for line in files["recording.csv"].splitlines() if not line.startswith("#")][1:]
            self.assertGreater(len(rows), 20)

    def test_withNothingNamed_theFirstChipIsPolled(self):
        with rig.Server("--chip", "lsm6ds3", "--motion", "still"):
            files = self.report()
            self.assertTrue(files["registers.txt"].startswith("LSM6DS3 at "))
            self.assertIn("polled: ", files["figures.txt"])

    def test_aLineThatCantBeHadCostsTheEdgesAlone(self):
        with rig.Server("--chip", "mpu6050", "--motion", "still") as server:
            path = rig.configuration(server.bus, 0x68, "NO_INTERRUPT", sampleRate=20)
            files = self.report("--config", path, status=1)
            self.assertIn("FAULT    data-ready imu-rig NO_INTERRUPT: ", files["findings.txt"])
            self.assertIn("recording: polled, without its line", files["findings.txt"])
            self.assertIn("polled: ", files["figures.txt"])

    def test_aChipWhoseLineAnotherProgramHoldsIsLeftAlone(self):
        with rig.Server("--chip", "mpu6050", "--motion", "still") as server:
            holder = subprocess.Popen(["gpiomon", "imu-rig", "0"], stdout=subprocess.DEVNULL)
            try:
                rig.wait_until(lambda: "gpiomon" in rig.run("gpioinfo", "imu-rig").stdout, "gpiomon to hold the line")
                files = self.report("--config", rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20), status=1)
            finally:
                holder.kill()
                holder.wait(rig.PATIENCE)
            self.assertIn('held by "gpiomon"', files["findings.txt"])
            self.assertIn("not measured: its line is in use", files["findings.txt"])
            self.assertNotIn("recording.csv", files)
            # As after power-up: asleep.
            asleep = rig.run("i2ctransfer", "-y", rig.bus_number(), "w1@0x68", "0x6b", "r1", check=True).stdout
            self.assertEqual(asleep.strip(), "0x40")

    def test_aBusWithoutAChipIsAReportToo(self):
        files = self.report("--bus", rig.bus_path(), status=1)
        self.assertIn("FAULT", files["findings.txt"])
        self.assertEqual(len(re.findall("nobody answers", files["machine.txt"])), 4)
        self.assertNotIn("recording.csv", files)
