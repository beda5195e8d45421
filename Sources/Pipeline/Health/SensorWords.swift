/// Some of the words of a chip's sample.
public struct SensorWords: OptionSet, BitwiseCopyable, Sendable, Hashable, CustomStringConvertible {
  /// The bits: accelerometer x to z from bit 0 on, then gyroscope x to z.
  public let rawValue: UInt8

  /// Words by their bits.
  @_noLocks public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The words by sensor and axis of the chip.
  public static let accelerometerX = SensorWords(rawValue: 1 << 0)
  public static let accelerometerY = SensorWords(rawValue: 1 << 1)
  public static let accelerometerZ = SensorWords(rawValue: 1 << 2)
  public static let gyroscopeX = SensorWords(rawValue: 1 << 3)
  public static let gyroscopeY = SensorWords(rawValue: 1 << 4)
  public static let gyroscopeZ = SensorWords(rawValue: 1 << 5)
  /// The three words of the accelerometer.
  public static let accelerometer = SensorWords(rawValue: 0x07)
  /// The three words of the gyroscope.
  public static let gyroscope = SensorWords(rawValue: 0x38)
  /// The six words of motion.
  public static let motion = SensorWords(rawValue: 0x3F)

  /// The names of single words, as the fields of `imu-rt stream` have them.
  static let fieldNames = ["ax", "ay", "az", "gx", "gy", "gz"]

  /// The names of the words, as the fields of `imu-rt stream` have them.
  public var names: [String] {
    Self.fieldNames.indices.filter { rawValue & (1 << $0) != 0 }.map { Self.fieldNames[$0] }
  }

  public var description: String { names.joined(separator: ", ") }
}
