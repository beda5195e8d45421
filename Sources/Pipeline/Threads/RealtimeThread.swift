import CRealtime
import Dispatch
import IMUDrivers
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread with settings of its own: whatever the thread that starts it has for priority, nice value, processors and signals is not
/// passed on.
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
    /// The only processor it may run on; nil for all that the program was started with.
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
  /// Longest that a start waits for the settings to be asked for; a thread that gets no processor for so long runs all the same.
  private static let preparation = DispatchTimeInterval.seconds(5)

  /// What the thread was started as.
  package let name: String
  private let thread: pthread_t
  private let progress: Progress

  /// How far a thread is.
  private final class Progress: Sendable {
    let id = Atomic<Int32>(0)
    let isPrepared = Latch()
    let hasEnded = Latch()
  }

  /// Starts a thread and returns when its settings have been asked of the kernel.
  ///
  /// - Parameter report: gets what was granted.
  /// - Throws: the errno where the thread could not be made.
  package static func start(
    _ settings: Settings, report: RealtimeReportBook, body: @escaping @Sendable () -> Void
  ) throws(ThreadError) -> RealtimeThread {
    let progress = Progress()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    // A thread inherits the mask, so that no signal can come before it has one.
    let former = block(asynchronousSignals)
    // SAFETY: the box is retained for the thread, which releases it once.
    let context = Unmanaged.passRetained(Start(settings, report, progress, body)).toOpaque()
    let code = pthread_create(&thread, &attributes, { Start.run($0) }, context)
    unblock(to: former)
    guard code == 0 else {
      // SAFETY: no thread was made, so the reference taken for it is given back here.
      Unmanaged<Start>.fromOpaque(context).release()
      throw ThreadError(name: settings.name, code: code)
    }
    _ = progress.isPrepared.wait(until: .now() + preparation)
    return RealtimeThread(thread: thread, name: settings.name, progress: progress)
  }

  private init(thread: pthread_t, name: String, progress: Progress) {
    (self.thread, self.name, self.progress) = (thread, name, progress)
  }

  /// The kernel's id of the thread, as in /proc/self/task; 0 before it has run.
  package var id: Int32 {
    // Relaxed: partner of the store in prepare(), which the latch puts before the end of the start.
    progress.id.load(ordering: .relaxed)
  }

  /// Waits until the body has returned and all that it held is let go. By any number of threads; the thread itself, which can't wait for its
  /// own end, goes on at once.
  ///
  /// - Returns: whether it has ended; false at the deadline.
  @discardableResult
  package func join(until deadline: DispatchTime = .distantFuture) -> Bool {
    isCurrent ? false : progress.hasEnded.wait(until: deadline)
  }

  /// Whether the calling thread is this one.
  var isCurrent: Bool {
    // The system may have given the number of a thread that has ended to another.
    pthread_equal(thread, pthread_self()) != 0 && !progress.hasEnded.isOpen
  }

  private final class Start: Sendable {
    let settings: Settings
    let report: RealtimeReportBook
    let progress: Progress
    let body: @Sendable () -> Void

    init(
      _ settings: Settings, _ report: RealtimeReportBook, _ progress: Progress, _ body: @escaping @Sendable () -> Void
    ) {
      (self.settings, self.report, self.progress, self.body) = (settings, report, progress, body)
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      runBody(context).hasEnded.open()
      return nil
    }

    /// Apart, so that the body and what it held are gone before the end is told.
    @inline(never) private static func runBody(_ context: UnsafeMutableRawPointer) -> Progress {
      // SAFETY: context is the retained box of start(_:report:body:), taken over exactly once.
      let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
      start.prepare()
      start.body()
      return start.progress
    }

    private func prepare() {
      defer { progress.isPrepared.open() }
      // Relaxed: partner of the load in `id`, which the latch puts behind it.
      progress.id.store(crt_thread_id(), ordering: .relaxed)
      _ = crt_set_thread_name(settings.name)
      let status = crt_set_normal_scheduling()
      // Nothing was asked for where it is granted: that is what a thread is.
      if status != 0 { report.note(settings.name, .normalScheduling, status: status) }
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

// Signals.
extension RealtimeThread {
  /// What a process is sent from outside, and the threads of a library must not take from the program's own. Not those that a thread
  /// raises by what it does itself: a fault, or a write to where nobody reads. (The threads of libdispatch's queues make the same choice.)
  private static var asynchronousSignals: sigset_t {
    var signals = sigset_t()
    sigfillset(&signals)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE, SIGXFSZ, SIGPROF] {
      sigdelset(&signals, own)
    }
    return signals
  }

  /// For a thread that writes on the library's account: who stops reading, or how long a file may be, is an error to be reported, and no
  /// reason to end the program.
  static func blockWriteSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    _ = block(signals)
  }

  /// - Returns: the mask as it was.
  private static func block(_ signals: sigset_t) -> sigset_t {
    var (wanted, former) = (signals, sigset_t())
    pthread_sigmask(SIG_BLOCK, &wanted, &former)
    return former
  }

  private static func unblock(to former: sigset_t) {
    var former = former
    pthread_sigmask(SIG_SETMASK, &former, nil)
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
