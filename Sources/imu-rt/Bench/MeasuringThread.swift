import CRealtime
import Pipeline
import Synchronization

/// Threads for measurements, which must be neither Swift's own nor the main one: they are pinned, raised, and spin.
enum MeasuringThread {
  /// The processors that the two sides of a ring are pinned to: the first and the last that the program may use.
  static let processors: (first: Int, second: Int) = (
    Int(crt_first_allowed_processor()), Int(crt_last_allowed_processor())
  )

  /// Lets nothing of normal priority interrupt the calling thread, for the few milliseconds of a slice. Not where both
  /// sides share a processor: the one that spins would keep the other from it.
  static func raisePriority() {
    guard processors.first != processors.second else { return }
    // Where it is refused the figure is that of normal threads.
    _ = crt_set_fifo_priority(10)
  }

  /// Runs bodies at once, each on a thread of its own, and returns when all have ended.
  static func run(_ bodies: (processor: Int?, body: @Sendable () -> Void)...) throws {
    var threads: [RealtimeThread] = []
    defer { for thread in threads { thread.join() } }
    for (index, part) in bodies.enumerated() {
      let processor = part.processor.map { Int32(clamping: $0) }
      let body = part.body
      threads.append(
        try start(.init(name: "bench-\(index)")) {
          // What the kernel refuses costs comparability, not correctness.
          if let processor { _ = crt_set_affinity(processor) }
          body()
        })
    }
  }

  /// Starts a thread as the pipeline starts its own.
  static func start(
    _ settings: RealtimeThread.Settings, body: @escaping @Sendable () -> Void
  ) throws -> RealtimeThread {
    do { return try RealtimeThread.start(settings, report: RealtimeReportBook(), body: body) } catch {
      throw ToolFault("can't start the thread \(error.name): errno \(error.code)")
    }
  }
}

/// Hands a noncopyable value over to the thread that takes it.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let content: Mutex<Value?>

  init(_ value: consuming Value) { content = Mutex(consume value) }

  /// The value; to be called once.
  func take() -> Value {
    let taken = content.withLock { $0.take() }
    guard let value = taken else { preconditionFailure("taken twice") }
    return value
  }
}

/// Where threads meet before they begin to measure.
final class StartLine: Sendable {
  private let missing: Atomic<Int>
  private let unraised: Atomic<Int>

  init(threads: Int) {
    missing = Atomic(threads)
    unraised = Atomic(threads)
  }

  /// Spins until all are there, then raises the calling thread's priority and does so once more: a raised thread must not
  /// wait for one that has yet to be started.
  func cross() {
    wait(missing)
    MeasuringThread.raisePriority()
    wait(unraised)
  }

  private func wait(_ missing: borrowing Atomic<Int>) {
    // Releasing and acquiring: pairs with the others' own, so that everything done before is seen after.
    missing.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 {}
  }
}
