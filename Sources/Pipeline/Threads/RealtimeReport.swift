import CRealtime
import IMUDrivers

/// What the kernel granted of a ``RealtimeConfiguration``, and how to get the rest.
public struct RealtimeReport: Sendable, Equatable {
  /// One request to the kernel.
  public struct Entry: Sendable, Equatable {
    public enum Request: Sendable, Equatable {
      case priority(Int)
      case processor(Int)
      case lockedMemory
      case timerSlack
      /// That a thread does not keep what it inherited from the one that started it. Only a refusal is noted.
      case normalScheduling
    }

    /// Who asked: the name of a thread, or the process.
    public let subject: String
    public let request: Request
    /// 0 when granted, else the errno.
    public let code: Int32

    public var isGranted: Bool { code == 0 }

    /// What was asked for, in words.
    public var title: String {
      switch request {
      case .priority(let priority): "\(subject): SCHED_FIFO priority \(priority)"
      case .processor(let processor): "\(subject): processor \(processor)"
      case .lockedMemory: "\(subject): locked memory"
      case .timerSlack: "\(subject): timer slack of 1 ns"
      case .normalScheduling: "\(subject): normal scheduling"
      }
    }

    /// What to do about a refusal; nil when granted.
    public var remedy: String? {
      guard !isGranted else { return nil }
      return switch request {
      case .priority:
        Self.limit("rtprio 90") + ", or run 'sudo setcap cap_sys_nice,cap_ipc_lock+ep' on the program"
      case .lockedMemory:
        Self.limit("memlock unlimited")
      case .processor: "choose a processor that this machine has: see nproc"
      case .timerSlack: "none is needed: wake-ups may come 50 us later"
      case .normalScheduling:
        "start the pipeline from a thread with the program's own priority and nice value (chrt -p PID, ps -T)"
      }
    }

    /// How a limit of pam_limits is raised. Debian has no such group of its own.
    private static func limit(_ item: String) -> String {
      "run 'sudo groupadd -fr realtime; sudo usermod -aG realtime $USER', put '@realtime - \(item)' into "
        + "/etc/security/limits.d/imu-rt.conf, and log in again"
    }

    /// Title and outcome in one line.
    public var line: String {
      guard let remedy else { return "\(title): granted" }
      return "\(title): refused (\(errnoText(code))); \(remedy)"
    }
  }

  public internal(set) var entries: [Entry] = []

  /// Whether everything that was asked for was granted.
  public var isComplete: Bool { entries.allSatisfy(\.isGranted) }
}

extension RealtimeReport {
  /// Asks the kernel for a configuration on threads of their own, without a chip, and gives everything back.
  public static func probe(_ configuration: RealtimeConfiguration) -> RealtimeReport {
    let book = RealtimeReportBook()
    if configuration.locksMemory == true {
      MemoryLock.acquire(report: book)?.release()
    }
    let processor = configuration.chosenProcessor
    for (name, priority) in [
      ("imu-acquisition", configuration.acquisitionPriority), ("imu-fusion", configuration.fusionPriority),
    ] {
      guard let priority else { continue }
      let settings = RealtimeThread.Settings(name: name, priority: priority, processor: processor)
      do throws(ThreadError) { try RealtimeThread.start(settings, report: book) {}.join() } catch {
        book.note(name, .priority(priority), status: 0 &- error.code)
      }
    }
    return book.current
  }
}
