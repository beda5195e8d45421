import IMUDrivers

/// The I2C bus of a ``SimulatedBoard``. Safe from any thread; transfers follow one another as on a real adapter.
final class SimulatedBus: I2CBus {
  let name: String
  private let core: BoardCore

  init(name: String, core: BoardCore) {
    self.name = name
    self.core = core
  }

  func transfer(_ transaction: I2CTransaction) -> Int32 { core.transfer(transaction) }
  var nowNanoseconds: UInt64 { core.now() }
  func clearBus() -> Bool { core.clearBus() }
  func pause(untilNanoseconds deadline: UInt64) { core.pause(until: deadline) }
}
