import IMUDrivers
import SimulatedIMU
import Testing

@testable import Pipeline

/// Two chips on one wired-OR line: both are served, whoever's edge it was.
@Suite struct SharedLineTests {
  static let pairs: [[OneLine.Part]] = [
    [.init(model: .mpu6050, address: 0x68), .init(model: .lsm6ds3, address: 0x6A, hertz: 208)],
    [.init(model: .mpu6050, address: 0x68), .init(model: .mpu6050, address: 0x69, clockError: 0.0007)],
    [
      .init(model: .lsm6ds3, address: 0x6A, hertz: 208),
      .init(model: .lsm6ds3trc, address: 0x6B, hertz: 104, clockError: -0.03),
    ],
    [
      .init(model: .mpu6050, address: 0x68),
      .init(model: .lsm6ds3, address: 0x6A, hertz: 416, readout: .fifo, clockError: 0.02),
    ],
  ]

  /// Field report 48: two sensors on one line, one is lost. Their phases sweep through each other many times.
  @Test(arguments: pairs) func row48_twoChipsOnOneLineBothGetEverySample(parts: [OneLine.Part]) throws {
    let outcomes = try OneLine(parts: parts, seconds: 20).run()
    for (part, outcome) in zip(parts, outcomes) {
      #expect(outcome.error == nil)
      #expect(outcome.counters.lost == 0)
      #expect(outcome.counters.failedTransfers == 0)
      #expect(outcome.troubles.isEmpty, "\(part.model): \(outcome.troubles.prefix(5))")
      #expect(outcome.produced < outcome.counters.samples + 24, "\(outcome.produced) \(outcome.counters.samples)")
      let period = 1e9 / (part.hertz * (1 + part.clockError))
      for (sample, next) in zip(outcome.samples, outcome.samples.dropFirst()) {
        try #require(next.sequence == sample.sequence + 1)
        let interval = Double(next.timeNanoseconds) - Double(sample.timeNanoseconds)
        try #require(abs(interval / period - 1) < 0.1, "\(part.model) \(sample.sequence): \(interval)")
      }
    }
  }
}
