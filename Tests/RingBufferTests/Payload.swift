/// A value of 32 words that follow from the first one, so that a mixture of two values shows.
///
/// Plain words, no wide vectors: the thread sanitizer does not see accesses of more than 16 bytes.
struct Payload: BitwiseCopyable, Sendable, Equatable {
  private struct Row: BitwiseCopyable, Equatable {
    var a, b, c, d, e, f, g, h: UInt64

    init(sequence: UInt64, factor: UInt64) {
      (a, b, c, d) = (sequence, sequence &* factor, sequence &+ factor, sequence ^ factor)
      (e, f, g, h) = (~sequence, sequence &<< factor, sequence &- factor, sequence | factor)
    }
  }

  private var first, second, third, fourth: Row

  init(sequence: UInt64) {
    first = Row(sequence: sequence, factor: 3)
    second = Row(sequence: sequence, factor: 5)
    third = Row(sequence: sequence, factor: 7)
    fourth = Row(sequence: sequence, factor: 9)
  }

  var sequence: UInt64 { first.a }

  var isWhole: Bool { self == Payload(sequence: sequence) }
}
