import CRealtime
import Dispatch
import IMUDrivers
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread with a fixed priority, set up before its body runs.
///
/// Set-up follows the order of the kernel's advice for real-time programs (wiki.linuxfoundation.org/realtime, "HOWTO build
/// a basic cyclic application"): name, stack touched, timer slack, affinity, and the priority last. All unsafe code of this
/// module is in this file, but for one call in FileContents.
package final class RealtimeThread: Sendable {
  /// How a thread is to run.
  package struct Settings: Sendable {
    /// At most 15 bytes are kept.
    package var name: String
    /// SCHED_FIFO priority; nil for a normal thread.
    package var priority: Int?
    package var processor: Int?

    package init(name: String, priority: Int? = nil, processor: Int? = nil) {
      self.name = name
      self.priority = priority
      self.processor = processor
    }
  }

  /// Room for the stack: what the sample path uses many times over, and little to lock.
  static let stackBytes = 256 * 1024
  /// Part of the stack that is touched ahead.
  static let prefaultBytes: Int32 = 64 * 1024

  /// The kernel's id of the thread, as in /proc/self/task.
  package let id: Int32
  /// What the thread was started as.
  package let name: String
  private let thread: pthread_t

  /// Starts a thread and returns when its settings have been asked of the kernel.
  ///
  /// - Parameter report: gets what was granted.
  /// - Throws: the errno where the thread could not be made.
  package static func start(
    _ settings: Settings, report: RealtimeReportBook, body: @escaping @Sendable () -> Void
  ) throws(ThreadError) -> RealtimeThread {
    let start = Start(settings: settings, report: report, body: body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    var thread = pthread_t()
    // SAFETY: the box is retained for the thread, which releases it once.
    let context = Unmanaged.passRetained(start).toOpaque()
    let code = pthread_create(&thread, &attributes, { Start.run($0) }, context)
    guard code == 0 else {
      // SAFETY: no thread was made, so the reference taken for it is given back here.
      Unmanaged<Start>.fromOpaque(context).release()
      throw ThreadError(name: settings.name, code: code)
    }
    // Bounded by the handful of system calls of prepare().
    start.isPrepared.wait()
    // Relaxed: the semaphore orders it behind the store in prepare().
    return RealtimeThread(thread: thread, id: start.id.load(ordering: .relaxed), name: settings.name)
  }

  private init(thread: pthread_t, id: Int32, name: String) {
    self.thread = thread
    self.id = id
    self.name = name
  }

  /// Waits until the body has returned. Called once. The thread itself can't wait for its own end: called from there, as when
  /// the delivery thread drops the last reference to a pipeline, it lets the thread go by itself.
  package func join() {
    if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  private final class Start: Sendable {
    let settings: Settings
    let report: RealtimeReportBook
    let body: @Sendable () -> Void
    let isPrepared = DispatchSemaphore(value: 0)
    let id = Atomic<Int32>(0)

    init(settings: Settings, report: RealtimeReportBook, body: @escaping @Sendable () -> Void) {
      self.settings = settings
      self.report = report
      self.body = body
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      // SAFETY: context is the retained box of start(_:report:body:), taken over exactly once.
      let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
      start.prepare()
      start.body()
      return nil
    }

    private func prepare() {
      defer { isPrepared.signal() }
      // Relaxed: partner of the load in start(_:report:body:), which the semaphore puts behind it.
      id.store(crt_thread_id(), ordering: .relaxed)
      _ = crt_set_thread_name(settings.name)
      if settings.priority != nil {
        _ = crt_prefault_stack(RealtimeThread.prefaultBytes)
        report.note(settings.name, .timerSlack, status: crt_set_timer_slack(1))
      }
      if let processor = settings.processor {
        report.note(settings.name, .processor(processor), status: crt_set_affinity(Int32(clamping: processor)))
      }
      guard let priority = settings.priority else { return }
      report.note(settings.name, .priority(priority), status: crt_set_fifo_priority(Int32(clamping: priority)))
    }
  }
}

/// A thread that could not be started.
package struct ThreadError: Error, Sendable {
  package let name: String
  package let code: Int32
}

/// Where the threads note what the kernel granted them.
package final class RealtimeReportBook: Sendable {
  private let report = Guarded(RealtimeReport())

  package init() {}

  /// - Parameter status: 0 or -errno.
  func note(_ subject: String, _ request: RealtimeReport.Entry.Request, status: Int32) {
    let entry = RealtimeReport.Entry(subject: subject, request: request, code: 0 &- status)
    report.withLock { $0.entries.append(entry) }
  }

  package var current: RealtimeReport { report.withLock { $0 } }
}
