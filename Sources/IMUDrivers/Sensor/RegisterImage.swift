/// The configuration registers of a started chip with the values they must have, so that each can be looked at again in turn.
///
/// Trivial and of a fixed size, so that the sampling thread can use it.
struct RegisterImage: BitwiseCopyable, Sendable, Equatable {
  /// More registers than any plan writes.
  static let capacity = 32

  private(set) var count = 0
  private var registers = SIMD32<UInt8>(repeating: 0)
  private var values = SIMD32<UInt8>(repeating: 0)

  /// - Parameters:
  ///   - writes: in order; of a register that is written twice the last value counts.
  ///   - changing: registers that change while the chip runs, or whose loss does not harm a sample.
  init(_ writes: [RegisterWrite], except changing: [ClosedRange<UInt8>]) {
    for write in writes where !changing.contains(where: { $0.contains(write.register) }) {
      let place = (0..<count).first { registers[$0] == write.register } ?? count
      precondition(place < Self.capacity, "a plan writes fewer registers")
      registers[place] = write.register
      values[place] = write.value
      count = max(count, place + 1)
    }
  }

  @_noLocks func register(_ index: Int) -> UInt8 { registers[index] }
  @_noLocks func value(_ index: Int) -> UInt8 { values[index] }
}
