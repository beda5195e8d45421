/// How a simulated chip differs from the model's typical one. All times are in nanoseconds.
public struct ChipOptions: Sendable, Equatable {
  /// How long the chip acknowledges nothing after power-on; nil for what is typical of the model (5 ms, LSM6DS3: 15 ms).
  public var powerOnNanoseconds: UInt64?
  /// How long a reset lasts: the reset bit reads 1 and writes are ignored. Nil for 50 ms (MPU-6050) or 5 ms (LSM6DS3).
  public var resetNanoseconds: UInt64?
  /// Relative error of the chip's oscillator: 0.05 samples 5 % faster than nominal.
  public var clockError: Double
  /// How many samples after enabling a sensor are junk.
  public var junkSamples: Int
  /// How the chip answers to its self-test.
  public var selfTest: SelfTestResponse

  /// Options that differ from the typical chip in the values given.
  public init(
    powerOnNanoseconds: UInt64? = nil, resetNanoseconds: UInt64? = nil, clockError: Double = 0, junkSamples: Int = 0,
    selfTest: SelfTestResponse = SelfTestResponse()
  ) {
    self.powerOnNanoseconds = powerOnNanoseconds
    self.resetNanoseconds = resetNanoseconds
    self.clockError = clockError
    self.junkSamples = junkSamples
    self.selfTest = selfTest
  }
}
