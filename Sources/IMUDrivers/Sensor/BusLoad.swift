/// What one sensor takes of its bus's time, as ``IMUSensor/requireBusTime(besides:sensors:)`` measured it.
public struct BusLoad: Sendable, Equatable {
  /// The sensor's 7-bit address.
  public let address: UInt8
  /// Share of the time, 0 to 1: how long the transfers of a sample take, over the sample period.
  public let share: Double

  public init(address: UInt8, share: Double) {
    self.address = address
    self.share = share
  }
}
