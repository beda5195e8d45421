import CRealtime
import Glibc
import RingBuffer
import Synchronization
import Testing

@Suite struct DoorbellTests {
  /// Far enough that only a lost ring reaches it.
  private static func farDeadline() -> UInt64 { crt_now() + 60_000_000_000 }

  @Test func aRingBeforeTheWaitIsKept() {
    let bell = Doorbell()
    bell.ring()
    #expect(bell.wait(untilNanoseconds: Self.farDeadline()) == true)
  }

  @Test func aRingIsUsedUpByOneWaitAndSeveralCountAsOne() {
    let bell = Doorbell()
    bell.ring()
    bell.ring()
    bell.ring()
    #expect(bell.wait(untilNanoseconds: 0) == true)
    #expect(bell.wait(untilNanoseconds: 0) == false)
  }

  @Test func waitEndsAtTheDeadlineAndNotBefore() {
    let bell = Doorbell()
    for milliseconds: UInt64 in [0, 1, 3] {
      let deadline = crt_now() + milliseconds * 1_000_000
      #expect(bell.wait(untilNanoseconds: deadline) == false)
      #expect(crt_now() >= deadline)
    }
  }

  @Test func aRingAfterAWaitThatTimedOutIsKept() {
    let bell = Doorbell()
    #expect(bell.wait(untilNanoseconds: crt_now() + 1_000_000) == false)
    bell.ring()
    #expect(bell.wait(untilNanoseconds: 0) == true)
  }

  @Test func aSharedHandleRingsTheSameBell() {
    let bell = Doorbell()
    let other = bell.share()
    other.ring()
    #expect(bell.wait(untilNanoseconds: 0) == true)
    #expect(other.wait(untilNanoseconds: 0) == false)
  }

  @Test func noRingIsLostAndWhatWasWrittenBeforeItIsSeenOverManyRoundsOfPingPong() {
    let rounds = 5_000
    let table = Table()
    let failures = Tally()
    concurrently(
      {
        for round in 1...rounds {
          table.ball = round
          table.there.ring()
          guard table.back.wait(untilNanoseconds: Self.farDeadline()), table.ball == -round else {
            failures.count()
            return
          }
        }
      },
      {
        for round in 1...rounds {
          guard table.there.wait(untilNanoseconds: Self.farDeadline()), table.ball == round else {
            failures.count()
            return
          }
          table.ball = -round
          table.back.ring()
        }
      })
    #expect(failures.total == 0)
  }

  @Test func noRingIsLostWhenItMeetsADeadline() {
    // Deadlines of a few microseconds end in every phase of the other thread's ring.
    let rounds = 2_000
    let table = Table()
    let failures = Tally()
    concurrently(
      {
        for _ in 0..<rounds {
          table.there.ring()
          if !table.back.wait(untilNanoseconds: Self.farDeadline()) {
            failures.count()
            return
          }
        }
      },
      {
        for round in 0..<rounds {
          let giveUp = Self.farDeadline()
          while !table.there.wait(untilNanoseconds: crt_now() + UInt64(round % 20) * 1000) {
            if crt_now() >= giveUp {
              failures.count()
              return
            }
          }
          table.back.ring()
        }
      })
    #expect(failures.total == 0)
  }

  @Test func signalsDoNotEndAWaitEarly() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var former = sigaction()
    #expect(sigaction(SIGUSR2, &action, &former) == 0)
    defer { sigaction(SIGUSR2, &former, nil) }
    let table = Table()
    let outcome = Tally()
    concurrently(
      {
        // Releasing and acquiring: partners of each other.
        table.waiter.store(pthread_self(), ordering: .releasing)
        if table.there.wait(untilNanoseconds: Self.farDeadline()), table.ball == 1 { outcome.count() }
      },
      {
        while table.waiter.load(ordering: .acquiring) == 0 { sched_yield() }
        for _ in 0..<200 {
          pthread_kill(table.waiter.load(ordering: .acquiring), SIGUSR2)
          sched_yield()
        }
        table.ball = 1
        table.there.ring()
      })
    #expect(outcome.total == 1)
  }
}

/// What two players share. `ball` is plain memory on purpose: only the doorbells order the accesses.
private final class Table: @unchecked Sendable {
  // Ownership: whoever rang last no longer touches the ball; whoever was rung does.
  var ball = 0
  let there = Doorbell()
  let back = Doorbell()
  let waiter = Atomic<pthread_t>(0)
}
