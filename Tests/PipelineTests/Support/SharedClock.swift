import Dispatch
import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// Several pipelines on one simulated board in virtual time, as if each had threads of its own: whoever would sleep lets the
/// others go on, and time passes only while everybody sleeps. The same bodies give the same run, always.
///
/// Each body runs on a thread of its own, but one at a time: a body goes on until it sleeps for longer than another.
final class SharedClock: Sendable {
  private struct Turns {
    /// Until when each body sleeps; `.max` once it has ended.
    var wake: [UInt64]
  }

  /// How far time moves while everybody waits for an edge. An edge is served at most so late.
  private static let quantum: UInt64 = 100_000

  private let board: SimulatedBoard
  private let turns: Guarded<Turns>
  private let signals: [DispatchSemaphore]

  init(_ board: SimulatedBoard, count: Int) {
    self.board = board
    turns = Guarded(Turns(wake: Array(repeating: 0, count: count)))
    signals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Runs the bodies to their ends.
  func run(_ bodies: [@Sendable () -> Void]) throws {
    precondition(bodies.count == signals.count, "one body for each part")
    let threads = try bodies.enumerated().map { index, body in
      try RealtimeThread.start(.init(name: "part-\(index)"), report: RealtimeReportBook()) { [self] in
        signals[index].wait()
        body()
        yield(index, until: .max)
      }
    }
    signals[0].signal()
    for thread in threads { thread.join() }
  }

  /// Lets the others go on until `time`, and moves the clock there if nobody else has.
  fileprivate func sleep(_ index: Int, until time: UInt64) {
    yield(index, until: time)
    let now = board.nowNanoseconds
    if now < time { board.pause(nanoseconds: time - now) }
  }

  /// Waits for an edge in small steps, so that the others are asked in between.
  fileprivate func wait(_ index: Int, on line: any DataReadyLine, until deadline: UInt64) -> EdgeWait {
    while true {
      let now = board.nowNanoseconds
      let result = line.wait(untilNanoseconds: min(now, deadline))
      if result.status != 0 || now >= deadline { return result }
      sleep(index, until: min(deadline, now + Self.quantum))
    }
  }

  /// Gives the turn to whoever wakes first; the first of equals behind `index` in turn.
  private func yield(_ index: Int, until time: UInt64) {
    let next = turns.withLock { turns -> Int in
      turns.wake[index] = time
      let count = turns.wake.count
      var best = index
      for step in 1...count {
        let candidate = (index + step) % count
        if turns.wake[candidate] < turns.wake[best] || (best == index && turns.wake[candidate] == time) {
          best = candidate
        }
      }
      return best
    }
    guard next != index else { return }
    signals[next].signal()
    if time != .max { signals[index].wait() }
  }

  /// The seams of one part.
  func source(
    _ index: Int, address: UInt8, line: (any DataReadyLine)?
  ) -> PipelineConfiguration.Source {
    .custom(
      bus: TurnTakingBus(bus: board.bus, clock: self, index: index), address: address,
      line: line.map { TurnTakingLine(line: $0, clock: self, index: index) })
  }
}

private final class TurnTakingBus: I2CBus {
  private let bus: any I2CBus
  private let clock: SharedClock
  private let index: Int

  init(bus: any I2CBus, clock: SharedClock, index: Int) {
    (self.bus, self.clock, self.index) = (bus, clock, index)
  }

  var name: String { bus.name }
  var nowNanoseconds: UInt64 { bus.nowNanoseconds }
  func transfer(_ transaction: I2CTransaction) -> Int32 { bus.transfer(transaction) }
  func clearBus() -> Bool { bus.clearBus() }
  func pause(untilNanoseconds deadline: UInt64) { clock.sleep(index, until: deadline) }
}

private final class TurnTakingLine: DataReadyLine {
  private let line: any DataReadyLine
  private let clock: SharedClock
  private let index: Int

  init(line: any DataReadyLine, clock: SharedClock, index: Int) {
    (self.line, self.clock, self.index) = (line, clock, index)
  }

  var name: String { line.name }
  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait { clock.wait(index, on: line, until: deadline) }
  func level() -> Int32 { line.level() }
}
