/// How a chip's FIFO is spoken to. Trivial, so that the sampling thread can use it.
struct FIFOLayout: BitwiseCopyable, Sendable, Equatable {
  /// What the FIFO is made of.
  enum Kind: BitwiseCopyable, Sendable {
    /// Bytes, of which the chip knows nothing but their number (MPU-6050 class).
    case bytes
    /// Words, of which the chip tells the place in the frame (LSM6DS3 class).
    case words
  }

  let kind: Kind
  /// First register that tells how much waits: two bytes (MPU-6050), or three with flags and place (LSM6DS3).
  let levelRegister: UInt8
  /// The FIFO's port.
  let dataRegister: UInt8
  /// The register that releases an MPU-6050's line, and whose ``overflowMask`` tells that the FIFO was full.
  let flagRegister: UInt8
  let overflowMask: UInt8
  /// FIFO_EMPTY of the LSM6DS3, beside its overflow flag.
  let emptyMask: UInt8
  /// Whole frames that fit.
  let capacityFrames: Int
  let capacityBytes: Int
  /// Bits of the count.
  let countMask: UInt16
  /// Whether an edge comes with each sample; else with each batch, when the threshold is reached.
  let marksEachSample: Bool
  /// Whether the line stays active until the chip is served.
  let holdsLine: Bool
  /// First of the two registers of the temperature, which is no part of the frames.
  let temperatureRegister: UInt8
  /// What stops and empties the FIFO, in order.
  let stop: Steps
  /// What starts it, in order; the enabling comes last.
  let start: Steps
  /// The registers of the threshold in words, low and high; 0 where each sample has an edge.
  let thresholdLow: UInt8
  let thresholdHigh: UInt8

  /// Writes of a reset, three at most.
  struct Steps: BitwiseCopyable, Sendable, Equatable {
    let first: RegisterWrite
    let second: RegisterWrite
    var third: RegisterWrite?
  }

  /// Six words: three of each sensor.
  static var frameBytes: Int { @_noLocks get { 12 } }
  /// Most frames that one burst brings.
  static var burstLimit: Int { @_noLocks get { 32 } }
}

/// What a look at a FIFO came to.
public enum FIFOState: BitwiseCopyable, Sendable, Equatable {
  /// So many whole frames wait, with nothing wrong.
  case frames(Int)
  /// It was full: what it holds begins anywhere.
  case overflow
  /// It does not begin with a whole frame.
  case misaligned
  case failed(BusError)
}
