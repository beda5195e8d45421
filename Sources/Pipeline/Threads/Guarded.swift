#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value that one thread at a time may touch. Not for the sample path: it may wait.
///
/// The standard library's Mutex would do the same, but the thread sanitizer does not see its futex on Linux and takes
/// everything behind it for a race; a POSIX mutex it knows.
package final class Guarded<Value>: @unchecked Sendable {
  // Ownership: `value` is touched only in withLock(_:), by the thread that holds the mutex.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: Value) {
    self.value = value
    // SAFETY: allocated and initialised here, destroyed and freed once in deinit, at the same address in between.
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a default mutex can't fail to be made")
  }

  deinit {
    // SAFETY: nobody holds the last reference's mutex any more.
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the body while no other thread is in one. Not re-entrant.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
