"""Things that go wrong behind the kernel's bus while the tool streams: it says so, and goes on."""

import json
import unittest

import rig
from rig import RigTest


class FaultTests(RigTest):
    def stream_with(self, *faults, count=60):
        """Streams from an MPU-6050 with these faults: the samples, the events, and the summary."""
        script = rig.scratch(json.dumps({"faults": list(faults)}))
        with rig.Server("--chip", "mpu6050", "--faults", script) as server:
            path = rig.configuration(server.bus, 0x68, "IMU_68_INT", sampleRate=20)
            done = rig.tool("stream", "--config", path, "--control-loop", "200", "-n", str(count), "--format", "jsonl")
            self.assertEqual(done.returncode, 0, done.stderr)
            samples, events = self.parse(done.stdout)
            self.assertEqual(len(samples), count)
            times = [sample["time_ns"] for sample in samples]
            self.assertEqual(times, sorted(set(times)))
            return samples, events, done.stderr

    def failed_transfers(self, summary):
        return int(summary.split("failed transfers ")[1].split(",")[0])

    def test_aMissedAcknowledgeIsCountedAndTheStreamGoesOn(self):
        _, _, summary = self.stream_with({"atTransaction": 110, "fault": "noAcknowledge", "times": 1})
        self.assertGreaterEqual(self.failed_transfers(summary), 1, summary)

    def test_aTimeoutIsCountedAndTheStreamGoesOn(self):
        _, _, summary = self.stream_with({"atTransaction": 110, "fault": "timeout", "times": 2})
        self.assertGreaterEqual(self.failed_transfers(summary), 1, summary)

    def test_lostArbitrationIsTriedAgain(self):
        _, _, summary = self.stream_with({"atTransaction": 110, "fault": "arbitrationLost", "times": 3})
        self.assertGreaterEqual(self.failed_transfers(summary), 1, summary)

    def test_edgesThatFailAreReplacedByPollingUntilTheyReturn(self):
        _, events, _ = self.stream_with({"atTransaction": 110, "fault": "withholdEdges", "forSeconds": 1}, count=80)
        names = [event["event"] for event in events]
        self.assertIn("polling_started", names)
        self.assertIn("edges_returned", names[names.index("polling_started") :])

    def test_aChipUnpluggedAndPutBackStreamsAgain(self):
        samples, events, summary = self.stream_with(
            {"atTransaction": 110, "fault": "unplug", "forSeconds": 1.5}, count=60
        )
        states = [event["to"] for event in events if event["event"] == "health_changed"]
        self.assertIn("recovering", states, events)
        gap = max(after["time_ns"] - before["time_ns"] for before, after in zip(samples, samples[1:]))
        self.assertGreater(gap, 1_400_000_000, "the chip was away and nobody noticed")
        self.assertGreater(samples[-1]["dropped"], 20)

    def test_theServerDyingIsAFaultAndItsReturnIsSeen(self):
        with rig.Server("--chip", "mpu6050") as first:
            path = rig.configuration(first.bus, 0x68, "IMU_68_INT", sampleRate=20)
            import subprocess

            process = subprocess.Popen(
                [rig.TOOL, "stream", "--config", path, "--format", "jsonl"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            try:
                self.next_sample(process)
                first.kill()
                while json.loads(process.stdout.readline()).get("to") not in ("recovering", "faulted"):
                    pass
                with rig.Server("--chip", "mpu6050"):
                    self.next_sample(process)
            finally:
                process.terminate()
                process.communicate(timeout=rig.PATIENCE)
            self.assertEqual(process.returncode, 0)

    def next_sample(self, process):
        while True:
            line = process.stdout.readline()
            self.assertTrue(line, "the stream ended")
            if "seq" in json.loads(line):
                return


if __name__ == "__main__":
    unittest.main()
