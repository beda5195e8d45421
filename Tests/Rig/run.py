"""Runs the tests of this folder, or one guest's share of them: run.py [--share NUMBER/COUNT] [unittest's options]."""

import collections
import sys
import time
import unittest

# What each class took, in seconds on an idle machine of two processors: for shares of equal length alone. A class that is not
# listed counts as OTHERS, and runs all the same. Each run tells its own figures in the end.
SECONDS = {
    "test_faults.FaultTests": 31,
    "test_kernel_drivers.LSM6DS3Judge": 32,
    "test_kernel_drivers.MPU6050Judge": 11,
    "test_module.ModuleTests": 9,
    "test_peers.PeerAtRestTests": 15,
    "test_peers.PeerInMotionTests": 10,
    "test_report.ReportTests": 27,
    "test_stream.DetectTests": 6,
    "test_stream.StreamTests": 37,
    "test_tools.ToolTests": 7,
}
OTHERS = 10


def name_of(test):
    return f"{type(test).__module__}.{type(test).__qualname__}"


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def shares_of(classes, count):
    """Each class in one of so many shares: the longest first, always to the share that has least."""
    shares = [[] for _ in range(count)]
    lengths = [0] * count
    for name in sorted(classes, key=lambda name: (-SECONDS.get(name, OTHERS), name)):
        least = lengths.index(min(lengths))
        shares[least].append(name)
        lengths[least] += SECONDS.get(name, OTHERS)
    return shares


class ShareLoader(unittest.TestLoader):
    """Finds all tests and keeps those of one share; a class is not divided, since it has the module loaded for it once."""

    def __init__(self, number, count):
        super().__init__()
        self.number, self.count = number, count

    def discover(self, *arguments, **options):
        classes = collections.defaultdict(list)
        for test in tests_of(super().discover(*arguments, **options)):
            classes[name_of(test)].append(test)
        self.found = sum(map(len, classes.values()))
        share = shares_of(classes, self.count)[self.number - 1]
        return self.suiteClass([self.suiteClass(classes[name]) for name in classes if name in share])


class TimedResult(unittest.TextTestResult):
    seconds = collections.Counter()

    def startTest(self, test):
        self.begin = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[name_of(test)] += time.monotonic() - self.begin
        super().stopTest(test)


class TimedRunner(unittest.TextTestRunner):
    resultclass = TimedResult


def main(arguments):
    number, count = 1, 1
    if arguments[:1] == ["--share"]:
        number, count = map(int, arguments[1].split("/"))
        arguments = arguments[2:]
        if not 1 <= number <= count:
            sys.exit(f"run.py: --share {number}/{count}: a share is 1 to {count} of {count}")
    loader = ShareLoader(number, count)
    program = unittest.main(
        module=None,
        argv=["run.py", "discover", "--verbose", "--failfast", *arguments],
        testRunner=TimedRunner,
        testLoader=loader,
        exit=False,
    )
    for name, seconds in TimedResult.seconds.items():
        print(f"{seconds:6.1f} s {name}")
    # rig/test.sh adds these up.
    print(f"rig: ran {program.result.testsRun} of {loader.found} tests", flush=True)
    return not program.result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
