import IMUDrivers

/// The time of a bus that several pipelines share: each asks for its part before it starts, and is refused, with the
/// arithmetic, when the bus can't carry it beside the others.
///
/// Configurations of sensors on one bus hold the same object. Safe from any thread; not for the sample path.
public final class SharedBus: Sendable {
  /// How many sensors are to share the bus; each gets room for a fair part.
  public let sensorCount: Int
  private let loads = Guarded<[BusLoad]>([])

  /// - Parameter sensorCount: at least 1.
  public init(sensorCount: Int) {
    precondition(sensorCount > 0, "a bus is shared by sensors")
    self.sensorCount = sensorCount
  }

  /// Measures a sensor beside those that run, one at a time, and keeps its part until ``release(_:)``.
  func require(_ sensor: inout IMUSensor, address: UInt8) throws(SensorError) {
    let result = loads.withLock { loads -> Result<Void, SensorError> in
      loads.removeAll { $0.address == address }
      do throws(SensorError) {
        loads.append(
          try sensor.requireBusTime(besides: loads, sensors: sensorCount))
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Gives back what a sensor took.
  func release(_ address: UInt8) { loads.withLock { loads in loads.removeAll { $0.address == address } } }

  /// What the sensors that run take of the bus.
  public var current: [BusLoad] { loads.withLock { $0 } }
}
