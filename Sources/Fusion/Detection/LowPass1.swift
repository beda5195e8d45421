/// A number through a second-order low-pass: ``LowPass3`` of one coordinate.
struct LowPass1: Sendable, BitwiseCopyable {
  /// The filtered number.
  private(set) var value = 0.0
  private var slope = 0.0

  /// A filter at rest at zero.
  @_noLocks
  init() {}

  /// Advances by one sample.
  @_noLocks
  mutating func advance(to input: Double, by step: LowPassStep) {
    let difference = input - value
    value += step.slopeToValue * slope + step.inputToValue * difference
    slope = step.slopeToSlope * slope + step.inputToSlope * difference
  }
}
