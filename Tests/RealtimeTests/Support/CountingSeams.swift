import IMUDrivers
import Synchronization

/// How often the two seams were called, and what that is in system calls behind them on Linux.
final class SeamCounter: Sendable {
  private let transferCount = Atomic<Int>(0)
  private let waitCount = Atomic<Int>(0)
  private let edgeCount = Atomic<Int>(0)
  private let levelCount = Atomic<Int>(0)

  // Relaxed (all): read by the thread that counts, or after it was joined.
  var transfers: Int { transferCount.load(ordering: .relaxed) }
  var waits: Int { waitCount.load(ordering: .relaxed) }
  var levels: Int { levelCount.load(ordering: .relaxed) }

  /// A transfer is one ioctl (I2C_RDWR). A wait is one ppoll, and one read more where it brought edges. A level is one ioctl.
  /// The clock costs none (vdso(7)).
  var systemCalls: Int { transfers + waits + edgeCount.load(ordering: .relaxed) + levels }

  func countTransfer() { transferCount.wrappingAdd(1, ordering: .relaxed) }
  func countLevel() { levelCount.wrappingAdd(1, ordering: .relaxed) }
  func countWait(_ wait: EdgeWait) {
    waitCount.wrappingAdd(1, ordering: .relaxed)
    if wait.status > 0 { edgeCount.wrappingAdd(1, ordering: .relaxed) }
  }
}

/// A bus that counts what goes through it.
final class CountingBus: I2CBus {
  private let bus: any I2CBus
  private let counter: SeamCounter

  init(_ bus: any I2CBus, counter: SeamCounter) {
    self.bus = bus
    self.counter = counter
  }

  var name: String { bus.name }
  var nowNanoseconds: UInt64 { bus.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { bus.pause(untilNanoseconds: deadline) }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    counter.countTransfer()
    return bus.transfer(transaction)
  }
}

/// A line that counts how often it is waited on and looked at.
final class CountingLine: DataReadyLine {
  private let line: any DataReadyLine
  private let counter: SeamCounter

  init(_ line: any DataReadyLine, counter: SeamCounter) {
    self.line = line
    self.counter = counter
  }

  var name: String { line.name }

  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    let wait = line.wait(untilNanoseconds: deadline)
    counter.countWait(wait)
    return wait
  }

  func level() -> Int32 {
    counter.countLevel()
    return line.level()
  }
}
