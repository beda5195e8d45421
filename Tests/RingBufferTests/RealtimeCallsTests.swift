import CRealtime
import Glibc
import Testing

/// What changes the calling thread runs on a thread of its own.
@Suite struct RealtimeCallsTests {
  @Test func theClockNeverStepsBackAndSleepEndsAtItsDeadline() {
    let start = crt_now()
    let deadline = start + 1_000_000
    // A signal meant for the process may interrupt it; then it is called again.
    while crt_sleep_until(deadline) == -EINTR {}
    #expect(crt_now() >= deadline)
    #expect(crt_sleep_until(start) == 0)
  }

  @Test func theThreadsNameIsCutTo15Bytes() {
    let right = Tally()
    concurrently {
      guard crt_set_thread_name("acquisition-thread") == 0 else { return }
      if (try? KernelView.threadName()) == "acquisition-thr" { right.count() }
    }
    #expect(right.total == 1)
  }

  @Test func aThreadIsBoundToOneProcessorAndOnlyToOneThatExists() {
    let right = Tally()
    concurrently {
      for processor: Int32 in [-1, 1023, 1024, .max] where crt_set_affinity(processor) == -EINVAL { right.count() }
      guard
        let allowed = try? KernelView.threadAffinity(), let first = Int32(allowed.prefix { $0.isNumber }),
        crt_set_affinity(first) == 0
      else { return }
      if (try? KernelView.threadAffinity()) == "\(first)" { right.count() }
    }
    #expect(right.total == 5)
  }

  @Test func theStackIsTouchedUpToItsEndAndNotBeyond() {
    let wrong = Tally()
    concurrently {
      for bytes: Int32 in [-1, 0, 1, 4096, 100_000, 256 << 10] where crt_prefault_stack(bytes) != 0 { wrong.count() }
      if crt_prefault_stack(.max) != -ENOMEM { wrong.count() }
    }
    #expect(wrong.total == 0)
  }

  @Test func realTimePriorityIsGrantedOrRefusedAndOutOfRangeIsInvalid() {
    let wrong = Tally()
    concurrently {
      if ![0, -EPERM].contains(crt_set_fifo_priority(1)) { wrong.count() }
      if crt_set_fifo_priority(0) != -EINVAL { wrong.count() }
      if crt_set_fifo_priority(100) != -EINVAL { wrong.count() }
    }
    #expect(wrong.total == 0)
  }

  @Test func aThreadGoesBackToWhatTheProgramWasStartedWith() {
    let right = Tally()
    concurrently {
      // What the test program was started with; no test changes its first thread.
      guard let first = try? KernelView.mainThreadAffinity() else { return }
      _ = crt_set_affinity(crt_first_allowed_processor())
      guard [0, -EPERM].contains(crt_set_fifo_priority(1)) else { return }
      guard crt_set_normal_scheduling() == 0, crt_is_real_time() == 0 else { return }
      if (try? KernelView.threadAffinity()) == first { right.count() }
    }
    #expect(right.total == 1)
  }

  @Test func timerSlackIsAccepted() {
    let wrong = Tally()
    concurrently {
      if crt_set_timer_slack(1) != 0 { wrong.count() }
      if crt_set_timer_slack(0) != 0 { wrong.count() }
    }
    #expect(wrong.total == 0)
  }

  @Test func aFutexWaitSaysWhyItEnded() {
    var word: UInt32 = 5
    #expect(crt_futex_wait(&word, 4, crt_now() + 60_000_000_000) == -EAGAIN)
    #expect(crt_futex_wait(&word, 5, crt_now()) == -ETIMEDOUT)
    #expect(crt_futex_wake(&word, 1) == 0)
  }

  #if compiler(>=6.2)
    @Test func memoryIsLockedOrTheLimitIsNamed() async {
      // In a process of its own, for a lock under a limit would make the other tests' allocations fail.
      await #expect(processExitsWith: .success) {
        let result = crt_lock_memory(1)
        guard [0, -EPERM, -ENOMEM].contains(result) else { exit(1) }
        guard crt_locks_future_memory() == (result == 0 ? 1 : 0) else { exit(2) }
        guard crt_lock_memory(0) == result, crt_locks_future_memory() == 0 else { exit(3) }
        guard crt_unlock_memory() == 0, crt_locks_future_memory() == 0 else { exit(4) }
      }
    }
  #endif
}
