import IMUDrivers

/// A simulated board's bus that turns hostile after a while: bytes come wrong, all of them or a few, and transfers end with any status.
///
/// @unchecked Sendable: each run makes its own and uses it on its own thread.
final class FuzzBus<Numbers: FuzzNumbers>: I2CBus, @unchecked Sendable {
  private let base: any I2CBus
  private var random: Numbers
  /// Of 256 transfers so many come damaged, of 256 bytes so many in them, and of 1024 transfers so many with a random status.
  private let damagedTransfers: Int
  private let damagedBytes: Int
  private let randomStatuses: Int
  /// Transfers before it begins.
  private var peaceful: Int

  init(_ base: any I2CBus, _ numbers: Numbers) {
    self.base = base
    random = numbers
    damagedTransfers = random.pick([4, 32, 256])
    damagedBytes = random.pick([8, 64, 256])
    randomStatuses = random.pick([0, 8, 128])
    peaceful = random.pick([0, 1, 30, 100, 300, 1000])
  }

  var name: String { "fuzzed bus" }
  var nowNanoseconds: UInt64 { base.nowNanoseconds }
  func pause(untilNanoseconds deadline: UInt64) { base.pause(untilNanoseconds: deadline) }
  func clearBus() -> Bool { base.clearBus() }

  func transfer(_ transaction: I2CTransaction) -> Int32 {
    let status = base.transfer(transaction)
    peaceful -= 1
    guard peaceful < 0 else { return status }
    if random.below(256) < damagedTransfers { damage(transaction) }
    guard random.below(1024) < randomStatuses else { return status }
    return random.pick([-121, -6, -110, -11, -5, -1, 0, 1, 2, 3, 1000, .min, .max])
  }

  private func damage(_ transaction: I2CTransaction) {
    for message in 0..<transaction.count where transaction.isRead(message) {
      for index in 0..<transaction.byteCount(of: message) where random.below(256) < damagedBytes {
        transaction[message, index] = UInt8(random.below(256))
      }
    }
  }
}
