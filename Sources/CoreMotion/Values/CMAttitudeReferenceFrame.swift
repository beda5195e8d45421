/// The frame that attitudes refer to. In all of them z points up.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable, BitwiseCopyable {
  /// One bit a frame.
  public let rawValue: UInt

  /// The frames of these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// x is the horizontal direction for which yaw is 0 at the start. The only frame without a magnetometer.
  public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1)
  /// The same, kept from drifting by a magnetometer.
  public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 2)
  /// x points to magnetic north.
  public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 4)
  /// x points to true north.
  public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 8)
}
