import CRealtime
import Foundation
import Glibc
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

#if compiler(>=6.2)
  /// Locked memory is the program's, and a pipeline's only while it asks. Each test is a process of its own; exit statuses say what was wrong.
  @Suite struct MemoryLockTests {
    /// Whether the kernel lets this process lock all it has (CAP_IPC_LOCK, or a limit that is not reached).
    static let isGranted = geteuid() == 0

    private static func pipeline(locking: Bool) -> MotionPipeline {
      var realtime = RealtimeConfiguration.none
      realtime.locksMemory = locking
      return MotionPipeline(
        PipelineConfiguration(
          source: .simulated(SimulatedSource(chip: .lsm6ds3, motion: .still)), realtime: realtime))
    }

    /// Locked memory in KiB (proc(5), VmLck).
    private static var locked: Int {
      let status = FileContents.small("/proc/self/status") ?? []
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmLck:") }
      return line.flatMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) } ?? -1
    }

    /// Ends the test's process with a status unless something holds.
    private static func require(_ condition: Bool, _ status: Int32) {
      if !condition { exit(status) }
    }

    @Test(.enabled(if: isGranted)) func memoryIsUnlockedWithTheLastPipelineThatAskedForIt() async {
      await #expect(processExitsWith: .success) {
        Self.require(Self.locked == 0, 1)
        let (one, two, plain) = (
          Self.pipeline(locking: true), Self.pipeline(locking: true), Self.pipeline(locking: false)
        )
        try plain.start()
        Self.require(Self.locked == 0, 2)
        try one.start()
        Self.require(one.realtimeReport?.entries.contains { $0.request == .lockedMemory && $0.isGranted } == true, 3)
        Self.require(Self.locked > 1000, 4)
        // What the program allocates from now on is its own affair.
        Self.require(crt_locks_future_memory() == 0, 5)
        try two.start()
        Self.require(crt_locks_future_memory() == 0, 6)
        one.stop()
        Self.require(Self.locked > 1000, 7)
        try one.start()
        two.stop()
        one.stop()
        one.stop()
        Self.require(Self.locked == 0, 8)
        Self.require(crt_locks_future_memory() == 0, 9)
        plain.stop()
      }
    }

    @Test(.enabled(if: isGranted)) func aStartThatFailsLeavesNothingLocked() async {
      await #expect(processExitsWith: .success) {
        var configuration = PipelineConfiguration(source: .hardware(HardwareSource(bus: "/dev/i2c-nowhere")))
        configuration.realtime.locksMemory = true
        do { try MotionPipeline(configuration).start() } catch {
          Self.require(Self.locked == 0, 1)
          Self.require(RealtimeReport.probe(.init(locksMemory: true)).entries.first?.isGranted == true, 2)
          Self.require(Self.locked == 0, 3)
          return
        }
        exit(4)
      }
    }

    /// The kernel unlocks everything or nothing.
    @Test(.enabled(if: isGranted)) func whatTheProgramHasLockedStaysLocked() async {
      await #expect(processExitsWith: .success) {
        let secret = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 4096)
        Self.require(mlock(secret, 4096) == 0, 1)
        let pipeline = Self.pipeline(locking: true)
        try pipeline.start()
        pipeline.stop()
        // The kernel takes no locked page away (madvise(2)).
        Self.require(madvise(secret, 4096, MADV_DONTNEED) != 0 && errno == EINVAL, 2)
        Self.require(crt_locks_future_memory() == 0, 3)
      }
      await #expect(processExitsWith: .success) {
        Self.require(crt_lock_memory(1) == 0, 1)
        let pipeline = Self.pipeline(locking: true)
        try pipeline.start()
        Self.require(crt_locks_future_memory() == 1, 2)
        pipeline.stop()
        Self.require(crt_locks_future_memory() == 1 && Self.locked > 1000, 3)
      }
    }
  }
#endif
