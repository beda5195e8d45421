import CGPIO
import FakeKernel
import Glibc
import Testing

extension LinuxSeams {
  /// Waiting, reading and levels, against both versions of libgpiod. The fake's clock moves only by waiting.
  @Suite struct GPIOEvents {
    init() {
      fake_gpio_reset()
      fake_gpio_add_chip("gpiochip0", "pinctrl-bcm2711", 58)
    }

    /// A pulse of 75 us, as a data-ready pin gives it.
    private func pulse(at time: UInt64) {
      fake_gpio_set_level("gpiochip0", 17, 1, time)
      fake_gpio_set_level("gpiochip0", 17, 0, time + 75_000)
    }

    private func withLine(_ copy: CGPIOCopy, edge: cgpio_edge = CGPIO_EDGE_RISING, _ body: (OpaquePointer) -> Void)
      throws
    {
      let line = try #require(copy.request(edge: edge).line)
      body(line)
      copy.calls.release(line)
      #expect(fake_gpio_open_objects() == 0)
    }

    // Field report 47: a pulse is one event, and its time is that of the edge that starts it.
    @Test(arguments: CGPIOCopy.allCases)
    func aPulseIsOneEventWithTheKernelsTime(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        pulse(at: 5_123_456_789)
        #expect(copy.calls.wait(line, 2_000_000_000) == 1)
        let (count, events) = copy.read(line)
        #expect(count == 1 && events.map(\.time_nanoseconds) == [5_123_456_789])
        #expect(events.map(\.sequence) == [copy == .gpiod1 ? 0 : 1])
        #expect(copy.calls.wait(line, 2_000_000_000) == 0, "the trailing edge is not an event")
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aFallingLineGivesThePhysicalFallingEdge(copy: CGPIOCopy) throws {
      fake_gpio_set_level("gpiochip0", 17, 1, 0)
      try withLine(copy, edge: CGPIO_EDGE_FALLING) { line in
        #expect(copy.calls.level(line) == 1)
        fake_gpio_set_level("gpiochip0", 17, 0, 7_000_000_000)
        #expect(copy.calls.level(line) == 0)
        fake_gpio_set_level("gpiochip0", 17, 1, 7_000_075_000)
        #expect(copy.read(line).events.map(\.time_nanoseconds) == [7_000_000_000])
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aBatchComesInOrderAndNoMoreThanAsked(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        for i: UInt64 in 1...5 { pulse(at: i * 1_000_000_000) }
        #expect(copy.read(line, limit: 2).events.map(\.time_nanoseconds) == [1_000_000_000, 2_000_000_000])
        #expect(copy.calls.wait(line, 0) == 1, "the rest is still pending")
        #expect(copy.read(line).events.map(\.time_nanoseconds) == [3_000_000_000, 4_000_000_000, 5_000_000_000])
        #expect(copy.calls.wait(line, 0) == 0)
        #expect(copy.read(line, limit: 0).count == -EINVAL)
      }
    }

    // Field report 49: where the library numbers events, lost ones leave a gap in the numbers.
    @Test(arguments: CGPIOCopy.allCases)
    func eventsLostInAFullQueueLeaveAGapInTheNumbers(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        pulse(at: 1)
        #expect(copy.read(line).count == 1)
        for i: UInt64 in 2...21 { pulse(at: i) }
        let (count, events) = copy.read(line)
        #expect(count == CGPIO_EVENT_LIMIT)
        switch copy {
        case .gpiod1: #expect(events.allSatisfy { $0.sequence == 0 } && events.last?.time_nanoseconds == 17)
        case .gpiod2:
          // Twenty edges since number 1, sixteen of them here: four were lost, the oldest ones.
          #expect(events.last?.sequence == 21 && events.first?.sequence == 6)
        }
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aReadWithNothingPendingNeverWaits(copy: CGPIOCopy) throws {
      try withLine(copy) { line in #expect(copy.read(line).count == 0) }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func theDeadlineIsKept(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        let deadline = fake_gpio_now() + 3_456_789_012
        #expect(copy.calls.wait(line, deadline) == 0)
        #expect(fake_gpio_now() == deadline && fake_gpio_waits() == 1)
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aDeadlineInThePastStillTakesWhatIsPending(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        #expect(copy.calls.wait(line, 0) == 0)
        pulse(at: 1)
        #expect(copy.calls.wait(line, 0) == 1)
        #expect(fake_gpio_now() == 1_000_000_000, "no time was waited")
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func signalsDoNotMoveTheDeadline(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        let deadline = fake_gpio_now() + 10_000_000
        fake_gpio_interrupt_waits(3, 2_500_000)
        #expect(copy.calls.wait(line, deadline) == 0)
        #expect(fake_gpio_now() == deadline && fake_gpio_waits() == 4)
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aStormOfSignalsEndsAtTheDeadline(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        fake_gpio_interrupt_waits(.max, 1_000_000)
        #expect(copy.calls.wait(line, fake_gpio_now() + 10_000_000) == 0)
        #expect(fake_gpio_waits() == 11)
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aSignalBeforeAnEdgeLosesNothing(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        pulse(at: 42)
        fake_gpio_interrupt_waits(1, 1_000)
        #expect(copy.calls.wait(line, fake_gpio_now() + 10_000_000) == 1)
        #expect(copy.read(line).events.map(\.time_nanoseconds) == [42])
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func aChipThatGoesAwayIsToldOnceItsEventsAreTaken(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        for (events, status) in [(POLLIN | POLLHUP, 1), (POLLHUP | POLLERR, -ENODEV), (POLLNVAL, -EBADF)] {
          fake_gpio_report_poll(Int16(events))
          #expect(copy.calls.wait(line, fake_gpio_now() + 1) == Int32(status))
        }
      }
    }

    @Test(arguments: CGPIOCopy.allCases)
    func failuresOfReadAndLevelComeThrough(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        pulse(at: 1)
        fake_gpio_fail(1, ENODEV)
        #expect(copy.read(line).count == -ENODEV)
        fake_gpio_fail(1, ENODEV)
        #expect(copy.calls.level(line) == -ENODEV)
      }
    }

    /// One request for several threads: each reads with a number of its own, and an event goes to one of them.
    @Test(arguments: CGPIOCopy.allCases)
    func readersOfOneLineHaveBuffersOfTheirOwn(copy: CGPIOCopy) throws {
      #expect(copy.request(readers: 0).status == -EINVAL)
      let line = try #require(copy.request(readers: 3).line)
      pulse(at: 1)
      #expect(copy.read(line, reader: 2).events.map(\.time_nanoseconds) == [1])
      #expect(copy.read(line, reader: 0).count == 0)
      pulse(at: 2)
      #expect(copy.read(line, reader: 0).events.map(\.time_nanoseconds) == [2])
      if copy == .gpiod2 { for reader: Int32 in [-1, 3] { #expect(copy.read(line, reader: reader).count == -EINVAL) } }
      copy.calls.release(line)
      #expect(fake_gpio_open_objects() == 0)
    }

    // The fake's calls that can fail include every allocation: one call for a read, one for a level, none for a wait.
    @Test(arguments: CGPIOCopy.allCases)
    func theSamplePathMakesOneCallEachAndAllocatesNothing(copy: CGPIOCopy) throws {
      try withLine(copy) { line in
        let objects = fake_gpio_open_objects()
        for i: UInt64 in 1...100 {
          pulse(at: i)
          fake_gpio_fail(0, 0)
          let waits = fake_gpio_waits()
          #expect(copy.calls.wait(line, fake_gpio_now() + 1) == 1)
          #expect(fake_gpio_calls() == 0 && fake_gpio_waits() == waits + 1)
          #expect(copy.read(line).count == 1)
          #expect(fake_gpio_calls() == 1)
          #expect(copy.calls.level(line) == 0)
          #expect(fake_gpio_calls() == 2 && fake_gpio_open_objects() == objects)
        }
      }
    }
  }
}
