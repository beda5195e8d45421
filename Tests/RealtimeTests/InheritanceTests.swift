import CRealtime
import Foundation
import Glibc
import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// What the threads of a pipeline take over from the thread that starts it: nothing. The judge is the kernel.
@Suite(.serialized) struct InheritanceTests {
  /// A thread as a host may have it.
  struct Caller: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var policy = SCHED_OTHER
    var priority: Int32 = 0
    var nice: Int32 = 0
  }

  /// Batch and idle by their numbers (linux/sched.h), which Swift does not import.
  static let callers = [
    Caller(testDescription: "FIFO 81", policy: SCHED_FIFO, priority: 81),
    Caller(testDescription: "round robin 5", policy: SCHED_RR, priority: 5),
    Caller(testDescription: "batch", policy: 3), Caller(testDescription: "idle", policy: 5),
    Caller(testDescription: "nice 15", nice: 15), Caller(testDescription: "normal"),
  ]

  /// Whether the kernel lets a thread have a real-time priority, and take a low one back.
  static let isPrivileged = {
    let isGranted = Guarded(false)
    onThread { isGranted.withLock { $0 = crt_set_fifo_priority(1) == 0 && crt_set_normal_scheduling() == 0 } }
    return isGranted.withLock { $0 }
  }()

  /// What the kernel says of a thread.
  private struct Seen: Equatable {
    var policy: Int32
    var nice: Int32
    /// Such as "0-3".
    var processors: String
  }

  private static let thread = __priority_which_t(PRIO_PROCESS.rawValue)

  private static func seen(_ id: Int32) throws -> Seen {
    Seen(
      policy: sched_getscheduler(id), nice: getpriority(thread, id_t(id)),
      processors: try status("Cpus_allowed_list:", of: id))
  }

  /// A field of /proc/self/task/ID/status (proc(5)).
  private static func status(_ field: String, of id: Int32) throws -> String {
    let text = try String(contentsOfFile: "/proc/self/task/\(id)/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(field) })
    return line.dropFirst(field.count).trimmingCharacters(in: .whitespaces)
  }

  private static func onThread(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  private static func become(_ caller: Caller) {
    _ = crt_set_affinity(crt_first_allowed_processor())
    setpriority(thread, 0, caller.nice)
    var parameters = sched_param(sched_priority: caller.priority)
    sched_setscheduler(0, caller.policy, &parameters)
  }

  /// Starts a pipeline from such a thread, bound to one processor, and tells what became of the pipeline's threads.
  private static func threads(
    _ caller: Caller, _ realtime: RealtimeConfiguration, look: @escaping @Sendable (Int32) throws -> Void = { _ in }
  ) throws -> [String: Seen] {
    let path = FileManager.default.temporaryDirectory.appending(path: "inherited-\(UUID().uuidString).csv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var configuration = PipelineConfiguration(
      source: .simulated(SimulatedSource(chip: .lsm6ds3, motion: .still)), realtime: realtime)
    configuration.recorder = try SessionRecorder(path)
    let pipeline = MotionPipeline(configuration)
    let outcome = Guarded<Result<[String: Seen], any Error>>(.success([:]))
    onThread {
      become(caller)
      let result = Result {
        try pipeline.start()
        for id in pipeline.threadIDs.values { try look(id) }
        return try pipeline.threadIDs.mapValues { try seen($0) }
      }
      pipeline.stop()
      outcome.withLock { $0 = result }
    }
    return try outcome.withLock { $0 }.get()
  }

  @Test(.enabled(if: isPrivileged), arguments: callers) func aThreadIsTheProgramsOwn(_ caller: Caller) throws {
    let outcome = Guarded<Result<Seen?, any Error>>(.success(nil))
    Self.onThread {
      Self.become(caller)
      let isSeen = DispatchSemaphore(value: 0)
      let result = Result<Seen?, any Error> {
        let thread = try RealtimeThread.start(.init(name: "plain"), report: RealtimeReportBook()) { isSeen.wait() }
        defer { thread.join() }
        defer { isSeen.signal() }
        return try Self.seen(thread.id)
      }
      outcome.withLock { $0 = result }
    }
    let program = try Self.seen(getpid())
    let seen = try outcome.withLock { $0 }.get()
    #expect(seen == Seen(policy: SCHED_OTHER, nice: program.nice, processors: program.processors))
  }

  /// Beside the acquisition thread, to save wake-ups; not where the caller may outrank everything there.
  @Test(.enabled(if: isPrivileged), arguments: [callers[0], callers[1], callers[5]])
  func onlyTheTwoAreRaised(_ caller: Caller) throws {
    let threads = try Self.threads(caller, RealtimeConfiguration())
    #expect(threads.keys.sorted() == ["imu-acquisition", "imu-delivery", "imu-fusion", "imu-recording"])
    let program = try Self.seen(getpid())
    let last = try #require(program.processors.split { ",-".contains($0) }.last.map(String.init))
    let isRealTime = [SCHED_FIFO, SCHED_RR].contains(caller.policy)
    for name in ["imu-acquisition", "imu-fusion"] {
      #expect(threads[name] == Seen(policy: SCHED_FIFO, nice: program.nice, processors: last), "\(name)")
    }
    #expect(
      threads["imu-delivery"]
        == Seen(policy: SCHED_OTHER, nice: program.nice, processors: isRealTime ? program.processors : last))
    #expect(
      threads["imu-recording"] == Seen(policy: SCHED_OTHER, nice: program.nice, processors: program.processors))
  }

  /// The host's handlers run on its own threads; what a thread raises itself stays its own.
  @Test func theThreadsTakeNoSignalOfTheProgram() throws {
    let before = try Self.blocked(crt_thread_id())
    _ = try Self.threads(Caller(testDescription: "normal"), .none) { id in
      let mask = try Self.blocked(id)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD, SIGWINCH, SIGTSTP, SIGIO] {
        #expect(mask & 1 << UInt64(signal - 1) != 0, "signal \(signal)")
      }
      for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL] {
        #expect(mask & 1 << UInt64(signal - 1) == 0, "signal \(signal)")
      }
    }
    #expect(try Self.blocked(crt_thread_id()) == before)
  }

  private static func blocked(_ id: Int32) throws -> UInt64 {
    try #require(UInt64(try status("SigBlk:", of: id), radix: 16))
  }
}
