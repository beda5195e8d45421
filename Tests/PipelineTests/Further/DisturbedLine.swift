import IMUDrivers

/// A line that a test may disturb: what a wait brings may be changed.
///
/// @unchecked Sendable: each test makes its own and uses it on its own thread.
final class DisturbedLine: DataReadyLine, @unchecked Sendable {
  private let base: any DataReadyLine
  /// Given the deadline and the line beneath: what the wait brings.
  private let wait: (UInt64, any DataReadyLine) -> EdgeWait

  init(_ base: any DataReadyLine, wait: @escaping (UInt64, any DataReadyLine) -> EdgeWait) {
    self.base = base
    self.wait = wait
  }

  var name: String { base.name }
  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait { wait(deadline, base) }
  func level() -> Int32 { base.level() }
}
