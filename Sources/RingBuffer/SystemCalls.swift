import CRealtime

// Every call into C that this module makes on the sample path. The compiler can't look into C, so each is exempt from
// the proof of `@_noLocks` by `_unsafePerformance`; the reason stands with it.

extension FutexWord {
  /// Sleeps while the word holds `expected`, until woken or the CLOCK_MONOTONIC deadline. 0 or -errno.
  ///
  /// Exempt because sleeping is its purpose; it allocates nothing, and its time is bounded by the deadline.
  @_noLocks func sleep(whileEqualTo expected: UInt32, untilNanoseconds deadline: UInt64) -> Int32 {
    _unsafePerformance { crt_futex_wait(address(), expected, deadline) }
  }

  /// Wakes one sleeper.
  ///
  /// Exempt because it is one system call that never sleeps (futex(2), FUTEX_WAKE) and allocates nothing.
  @_noLocks func wakeOne() {
    // The result is the number of sleepers woken. None is no fault: the sleeper may not have gone to sleep yet, and
    // then finds the word changed.
    _ = _unsafePerformance { crt_futex_wake(address(), 1) }
  }
}

/// CLOCK_MONOTONIC in nanoseconds.
///
/// Exempt because clock_gettime reads memory that the kernel maps into the process (vdso(7)): no lock, no allocation.
@_noLocks func monotonicNanoseconds() -> UInt64 {
  _unsafePerformance { crt_now() }
}

/// Looks away for some ten nanoseconds, so often.
///
/// Exempt because it is a handful of PAUSE or ISB instructions: no lock, no allocation, no system call.
@usableFromInline @_noLocks func spin(_ times: Int32) {
  _unsafePerformance { crt_spin(times) }
}
