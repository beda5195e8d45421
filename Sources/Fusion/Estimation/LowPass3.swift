/// A vector through a second-order low-pass: the filtered value and its slope.
struct LowPass3: Sendable, BitwiseCopyable {
  /// The filtered vector.
  var value: Vector3
  /// Its rate of change per second.
  var slope: Vector3

  /// A filter whose next step must be a first one.
  @_noLocks
  init() {
    value = .zero
    slope = .zero
  }

  /// Advances by one sample.
  @inline(__always) @_noLocks
  mutating func advance(to input: Vector3, by step: LowPassStep) {
    let difference = input - value
    value += step.slopeToValue * slope + step.inputToValue * difference
    slope = step.slopeToSlope * slope + step.inputToSlope * difference
  }
}

extension LowPass3 {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&value)
    archive.exchange(&slope)
  }
}
