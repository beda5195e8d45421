import FakeKernel
import Foundation
import Synchronization
import Testing

@testable import IMUDrivers

#if canImport(Glibc)
  import Glibc
#endif

extension LinuxSeams {
  /// One request for several threads, over the libgpiod that is installed here, whose calls the fake takes over.
  @Suite struct SharedGPIOLines {
    init() {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
      fake_gpio_set_level("gpiochip0", 17, 1, 0)
    }

    private func pull(at time: UInt64) {
      fake_gpio_set_level("gpiochip0", 17, 0, time)
      fake_gpio_set_level("gpiochip0", 17, 1, time + 10)
    }

    /// Field report 48: the kernel grants a line once, and an edge that one thread has read is gone for the other.
    @Test func row48_everyListenerSeesEveryEdge() throws {
      let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", bias: .pullUp, listeners: 2)
      #expect(line.name == "gpiochip0 line 17")
      let requested = fake_gpio_requested("gpiochip0", 17)
      #expect(requested.falling && !requested.rising && requested.bias == 2)
      let listeners = try (0..<2).map { _ in try #require(line.listen()) }
      #expect(line.listen() == nil)
      pull(at: 1000)
      for listener in listeners { #expect(listener.wait(untilNanoseconds: 0).lastNanoseconds == 1000) }
      for listener in listeners { #expect(listener.wait(untilNanoseconds: 0) == .deadline) }
      pull(at: 2000)
      pull(at: 3000)
      for listener in listeners.reversed() {
        #expect(listener.wait(untilNanoseconds: 0).lastNanoseconds == 3000)
        #expect(listener.wait(untilNanoseconds: 0) == .deadline)
      }
      #expect(listeners[0].level() == 0)
      fake_gpio_set_level("gpiochip0", 17, 0, 4000)
      #expect(listeners[1].level() == 1)
    }

    @Test func aListenerSeesNothingFromBeforeItsTime_andLeavesItsPlaceToTheNext() throws {
      let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 2)
      let first = try #require(line.listen())
      var second = line.listen()
      pull(at: 1000)
      #expect(first.wait(untilNanoseconds: 0).lastNanoseconds == 1000)
      second = nil
      second = line.listen()
      #expect(second?.wait(untilNanoseconds: 0) == .deadline)
      pull(at: 2000)
      #expect(second?.wait(untilNanoseconds: 0).lastNanoseconds == 2000)
      #expect(first.wait(untilNanoseconds: 0).lastNanoseconds == 2000)
    }

    @Test func isReleasedWithItsLastListener() throws {
      var line: SharedGPIOLine? = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 1)
      var listener = line?.listen()
      line = nil
      #expect(listener != nil && fake_gpio_requested("gpiochip0", 17).is_requested)
      listener = nil
      #expect(!fake_gpio_requested("gpiochip0", 17).is_requested)
    }

    /// Kernels before 5.7 stamp with the wall clock, which may be set back: what comes next is new all the same.
    @Test func anEdgeWhoseClockWasSetBackIsNewToEverybody() throws {
      let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 2)
      let listeners = try (0..<2).map { _ in try #require(line.listen()) }
      for time: UInt64 in [5000, 3000, 4000] {
        pull(at: time)
        for listener in listeners { #expect(listener.wait(untilNanoseconds: 0).lastNanoseconds == time) }
        for listener in listeners { #expect(listener.wait(untilNanoseconds: 0) == .deadline) }
      }
    }

    @Test func faultsAreErrnosForWhoMeetsThem() throws {
      let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 2)
      let listeners = try (0..<2).map { _ in try #require(line.listen()) }
      pull(at: 1000)
      fake_gpio_fail(1, ENODEV)
      #expect(listeners[0].wait(untilNanoseconds: 0) == .failed(ENODEV))
      #expect(listeners[1].wait(untilNanoseconds: 0).lastNanoseconds == 1000)
      #expect(listeners[0].wait(untilNanoseconds: 0).lastNanoseconds == 1000)
      fake_gpio_fail(1, ENODEV)
      #expect(listeners[0].level() == -ENODEV)
    }

    @Test func aBusyLineNamesItsHolder() {
      fake_gpio_hold("gpiochip0", 17, "gpio-fan")
      #expect(throws: GPIOLineError.busy(chip: "gpiochip0", offset: 17, holder: "gpio-fan")) {
        _ = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 2)
      }
    }
  }

  /// The same with threads that really wait. Order and completeness are judged, time never is.
  @Suite struct SharedLineThreads {
    /// Two listeners, the first of which is held up in its read of an edge, before it takes it or behind that.
    private final class HeldUp: Sendable {
      let listeners: [SharedGPIOLine.Listener]
      let first = Atomic<UInt64>(0)
      let isDone = DispatchSemaphore(value: 0)

      init(_ place: fake_stall) throws {
        fake_gpio_reset()
        fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
        fake_gpio_set_level("gpiochip0", 17, 1, 0)
        let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 2)
        listeners = [try #require(line.listen()), try #require(line.listen())]
        fake_gpio_stall_next_read(place)
        pull(at: 1000)
        Thread.detachNewThread { [self] in
          // Relaxed: read behind the semaphore.
          first.store(listeners[0].wait(untilNanoseconds: end).lastNanoseconds, ordering: .relaxed)
          isDone.signal()
        }
        while !fake_gpio_is_stalled(), MonotonicClock.nowNanoseconds < end { sched_yield() }
        try #require(fake_gpio_is_stalled())
      }

      let end = MonotonicClock.nowNanoseconds + SharedLineThreads.patience

      func pull(at time: UInt64) {
        fake_gpio_set_level("gpiochip0", 17, 0, time)
        fake_gpio_set_level("gpiochip0", 17, 1, time + 10)
      }

      /// What the first listener got once it went on.
      func goOn() -> UInt64 {
        fake_gpio_end_stall()
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        return first.load(ordering: .relaxed)
      }
    }

    /// Preempted, or stopped in a debugger, before it has the edge: the other takes it, and keeps its deadlines.
    @Test func aReaderThatIsHeldUpLeavesTheEdgesToTheOthers() throws {
      let heldUp = try HeldUp(FAKE_STALL_BEFORE)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: heldUp.end).lastNanoseconds == 1000)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: MonotonicClock.nowNanoseconds + 1_000_000) == .deadline)
      heldUp.pull(at: 2000)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: heldUp.end).lastNanoseconds == 2000)
      #expect(fake_gpio_is_stalled())
      #expect(heldUp.goOn() == 2000)
    }

    /// The same right behind it: that edge comes late, or, if a newer one has come since, never. Stamps do not go back.
    @Test func aReaderThatIsHeldUpWithAnEdgeDelaysThatEdgeAlone() throws {
      let heldUp = try HeldUp(FAKE_STALL_BEHIND)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: MonotonicClock.nowNanoseconds + 1_000_000) == .deadline)
      heldUp.pull(at: 2000)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: heldUp.end).lastNanoseconds == 2000)
      #expect(fake_gpio_is_stalled())
      #expect(heldUp.goOn() == 2000)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: 0) == .deadline)
    }

    @Test func anEdgeThatWasHeldUpComesLateToEverybody() throws {
      let heldUp = try HeldUp(FAKE_STALL_BEHIND)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: 0) == .deadline)
      #expect(heldUp.goOn() == 1000)
      #expect(heldUp.listeners[1].wait(untilNanoseconds: heldUp.end).lastNanoseconds == 1000)
    }

    private static let edges: UInt64 = 3000
    fileprivate static let patience: UInt64 = 30_000_000_000

    private final class Follower: Sendable {
      let seen = Atomic<UInt64>(0)
      let isOrdered = Atomic<Bool>(true)
      let isDone = DispatchSemaphore(value: 0)
    }

    @Test func row48_threadsThatWaitOnOneLineAllSeeTheNewestEdge() throws {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
      fake_gpio_set_level("gpiochip0", 17, 1, 0)
      let line = try SharedGPIOLine(chip: "gpiochip0", line: "17", listeners: 3)
      let end = MonotonicClock.nowNanoseconds + Self.patience
      let followers = try (0..<3).map { _ in
        let (listener, follower) = (try #require(line.listen()), Follower())
        Thread.detachNewThread {
          var last: UInt64 = 0
          while last < Self.edges, MonotonicClock.nowNanoseconds < end {
            let edge = listener.wait(untilNanoseconds: end)
            guard edge.status > 0 else { break }
            // Relaxed, both: judged only after the semaphore.
            if edge.lastNanoseconds <= last { follower.isOrdered.store(false, ordering: .relaxed) }
            last = edge.lastNanoseconds
            follower.seen.store(last, ordering: .relaxed)
          }
          follower.isDone.signal()
        }
        return follower
      }
      for edge in 1...Self.edges {
        fake_gpio_set_level("gpiochip0", 17, 0, edge)
        fake_gpio_set_level("gpiochip0", 17, 1, edge)
        // Now and then until everybody has heard of it, now and then at once.
        while edge % 3 == 0, MonotonicClock.nowNanoseconds < end,
          followers.contains(where: { $0.seen.load(ordering: .relaxed) < edge })
        { sched_yield() }
      }
      for follower in followers {
        #expect(follower.isDone.wait(timeout: .now() + 60) == .success)
        let (seen, isOrdered) = (follower.seen.load(ordering: .relaxed), follower.isOrdered.load(ordering: .relaxed))
        #expect(seen == Self.edges)
        #expect(isOrdered)
      }
    }
  }
}
