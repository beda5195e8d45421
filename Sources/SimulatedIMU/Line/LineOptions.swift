/// An interrupt output of a chip.
public enum InterruptPin: Int, Sendable, CaseIterable {
  /// INT of an MPU-6050, INT1 of an LSM6DS3.
  case first = 0
  /// INT2 of an LSM6DS3; an MPU-6050 has none and never drives it.
  case second = 1
}

/// What holds a wire while no chip drives it.
public enum LineBias: Sendable, Equatable {
  /// A resistor towards the inactive level.
  case inactive
  case pullUp
  case pullDown
}

/// Which event gives way when the queue of edge events is full.
public enum EdgeOverflow: Sendable, Equatable {
  /// The new event is dropped, as the kernel's line events of the first uAPI do ("GPIO_LINEEVENT_DATA_READ").
  case dropsNewest
  /// The oldest event is dropped, as those of the second uAPI do ("GPIO_V2_LINE_EVENT_READ").
  case dropsOldest
}

/// What a pin does to its wire.
enum PinOutput {
  case high
  case low
  case released
}
