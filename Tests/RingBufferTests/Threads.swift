import CRealtime
import Glibc
import Synchronization

/// Runs each body on a thread of its own and returns when all have ended.
///
/// Bare POSIX threads, because the thread sanitizer understands them and because a body may spin or sleep, which the
/// threads of Swift's concurrency pool must not.
func concurrently(_ bodies: (@Sendable () -> Void)...) {
  let threads = bodies.map { body in
    let boxed = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        // SAFETY: the argument is the retained box made above; each thread takes its own, once.
        argument.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, boxed.toOpaque())
    precondition(result == 0, "no thread to be had")
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

/// Tries again, letting other threads run in between, until it succeeds; returns false after a minute without success, so
/// that a fault fails the test instead of holding it up for good.
func eventually(_ attempt: () -> Bool) -> Bool {
  if attempt() { return true }
  let deadline = crt_now() + 60_000_000_000
  repeat {
    sched_yield()
    if attempt() { return true }
  } while crt_now() < deadline
  return false
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @Sendable @escaping () -> Void) {
    self.run = run
  }
}

/// Hands a noncopyable value over to the thread that takes it.
final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let content: Mutex<Value?>

  init(_ value: consuming Value) {
    content = Mutex(consume value)
  }

  /// The value; to be called once.
  func take() -> Value {
    let taken = content.withLock { $0.take() }
    guard let value = taken else { preconditionFailure("taken twice") }
    return value
  }
}

/// Counts on any thread.
final class Tally: Sendable {
  private let value = Atomic<Int>(0)

  // Relaxed (both): read after the threads were joined, which orders everything.
  var total: Int { value.load(ordering: .relaxed) }

  func count() { value.wrappingAdd(1, ordering: .relaxed) }
}
