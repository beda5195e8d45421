/// The faults that are in force for one chip, and the only place that decides whether one strikes.
///
/// Faults of the silicon itself (``Fault/flip(register:mask:)``, ``Fault/freeze(_:)`` and so on) are handed to the chip
/// by ``ChipSlot/apply(_:at:)`` and live there.
struct FaultState {
  /// What a transfer to the chip meets.
  enum BusFault { case none, noAcknowledge, timeout, arbitrationLost }

  var noAcknowledge = FaultCount.times(0)
  var timeout = FaultCount.times(0)
  var arbitrationLost = FaultCount.times(0)
  var shortCount = FaultCount.times(0)
  var corruption = FaultCount.times(0)
  var corruptedRegister: UInt8 = 0
  var corruptionMask: UInt8 = 0
  var firstByteCorruption = FaultCount.times(0)
  var firstByteMask: UInt8 = 0
  var sdaHold = SDAHold.released
  var withheldEdges = FaultCount.times(0)
  var doubledEdges = FaultCount.times(0)
  var edgesWhileActive = FaultCount.times(0)
  var isStuckActive = false

  /// Asked once for each transaction that addresses the chip.
  mutating func strikeBus() -> BusFault {
    if arbitrationLost.strike() { return .arbitrationLost }
    if timeout.strike() { return .timeout }
    if noAcknowledge.strike() { return .noAcknowledge }
    return .none
  }

  /// The byte as the controller receives it.
  /// - Parameter isFirst: whether it is the first byte that its message brings.
  mutating func received(_ byte: UInt8, from register: UInt8, isFirst: Bool) -> UInt8 {
    let byte = isFirst && firstByteCorruption.strike() ? byte ^ firstByteMask : byte
    guard register == corruptedRegister, corruption.strike() else { return byte }
    return byte ^ corruptionMask
  }
}
