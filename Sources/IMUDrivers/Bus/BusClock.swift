/// A bus's clock for who may not count references: control loops at real-time priority.
///
/// @unchecked Sendable: the door is two constants, and the bus behind it, which may be asked from any thread, lives as long as the owner.
package struct BusClock: @unchecked Sendable {
  private let door: BusDoor
  /// Held for its lifetime alone.
  private let owner: BusOwner

  package init(_ bus: any I2CBus) {
    owner = BusOwner(bus)
    door = BusDoor(to: owner)
  }

  /// The bus's time in nanoseconds: CLOCK_MONOTONIC on hardware. Safe on the sample path.
  package var nowNanoseconds: UInt64 { @_noLocks get { door.nowNanoseconds } }
}
