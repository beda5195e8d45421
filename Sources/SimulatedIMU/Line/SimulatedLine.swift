import IMUDrivers

/// A simulated GPIO line, made by ``SimulatedBoard/line(for:pin:activeLow:bias:overflow:)``.
///
/// Edges are stamped with the exact time at which the pin moved. Safe from any thread; one thread should wait at a time.
final class SimulatedLine: DataReadyLine {
  /// Real time: longest sleep before looking again, since another thread may have started a chip meanwhile.
  private static let longestSleepNanoseconds: UInt64 = 50_000_000

  let name: String
  private let core: BoardCore
  private let index: Int

  init(name: String, core: BoardCore, index: Int) {
    self.name = name
    self.core = core
    self.index = index
  }

  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
    while true {
      let (edges, wake) = core.pollLine(index, deadline: deadline)
      if let edges { return edges }
      // The deadline is compared by the core, at the time at which it found no edge.
      guard let wake else { return .deadline }
      core.sleep(until: min(wake, core.now() &+ Self.longestSleepNanoseconds))
    }
  }

  func level() -> Int32 { core.lineLevel(index) ? 1 : 0 }
}
