/// Samples in which a word was at the end of its range, word by word.
public struct ClippingCounts: BitwiseCopyable, Sendable, Equatable {
  public private(set) var accelerometerX: UInt64 = 0
  public private(set) var accelerometerY: UInt64 = 0
  public private(set) var accelerometerZ: UInt64 = 0
  public private(set) var gyroscopeX: UInt64 = 0
  public private(set) var gyroscopeY: UInt64 = 0
  public private(set) var gyroscopeZ: UInt64 = 0

  /// The sum over all words.
  public var total: UInt64 {
    accelerometerX &+ accelerometerY &+ accelerometerZ &+ gyroscopeX &+ gyroscopeY &+ gyroscopeZ
  }

  @_noLocks public init() {}

  /// Counts a sample by the bits of ``SensorWords``.
  @_noLocks mutating func add(_ words: UInt8) {
    accelerometerX &+= UInt64(words & 1)
    accelerometerY &+= UInt64(words >> 1 & 1)
    accelerometerZ &+= UInt64(words >> 2 & 1)
    gyroscopeX &+= UInt64(words >> 3 & 1)
    gyroscopeY &+= UInt64(words >> 4 & 1)
    gyroscopeZ &+= UInt64(words >> 5 & 1)
  }
}
