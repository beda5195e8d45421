/// A value of 32 words that follow from the first one, so that a mixture of two values shows.
struct Payload: BitwiseCopyable, Sendable {
  private var first: SIMD16<UInt64>
  private var second: SIMD16<UInt64>

  init(sequence: UInt64) {
    let base = SIMD16(repeating: sequence)
    first = base &* Payload.factors
    second = base ^ Payload.factors
  }

  var sequence: UInt64 { first[0] }

  var isWhole: Bool {
    let intact = Payload(sequence: sequence)
    return intact.first == first && intact.second == second
  }

  /// Odd, and the first is 1.
  private static let factors = SIMD16<UInt64>(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
}
