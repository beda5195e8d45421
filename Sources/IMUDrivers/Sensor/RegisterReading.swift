/// A configuration register of a started chip: what it must hold, and what it was found to hold.
public struct RegisterReading: Sendable, Equatable {
  public let register: UInt8
  /// What was written to it, or what the factory left in it.
  public let expected: UInt8
  /// What it holds; nil where the transfer failed.
  public let found: UInt8?
  /// How long the transfer took on the bus's clock: one register written and one byte read, 39 bit times on the wire.
  public let nanoseconds: UInt64
}

extension IMUSensor {
  /// Reads every register that the samples depend on, in rising order, each in a transaction of its own. A FIFO is started before,
  /// since that is part of its set-up. For diagnosis: takes some 40 transactions, and is not for the sampling thread.
  public mutating func readRegisters() -> [RegisterReading] {
    // Should it fail, its registers show it.
    if usesFIFO {
      for _ in 0..<RegisterPort.setUpAttempts {
        guard let error = resetFIFO(watermark: largestBatch) else { break }
        port.prepareRetry(after: error)
      }
    }
    var readings: [RegisterReading] = []
    for run in 0..<image.runs {
      for place in 0..<image.length(of: run) {
        let register = image.register(place, of: run)
        let began = nowNanoseconds
        let error = port.fetchRetrying(from: register, count: 1)
        readings.append(
          RegisterReading(
            register: register, expected: image.value(place, of: run), found: error == nil ? port.byte(0) : nil,
            nanoseconds: nowNanoseconds &- began))
      }
    }
    return readings
  }
}
