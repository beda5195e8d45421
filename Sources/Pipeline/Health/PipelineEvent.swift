import IMUDrivers

/// Something that happened on the way of the samples: counted, timed, and in order with them.
public struct PipelineEvent: BitwiseCopyable, Sendable, Equatable {
  public enum Kind: BitwiseCopyable, Sendable, Equatable {
    /// Samples are missing before the next one.
    case samplesLost(count: UInt64, cause: LossCause)
    /// Events found the ring full and were not kept.
    case eventsLost(count: UInt64)
    /// Values and events found the delivery ring full, since whoever takes them was slow; the values that follow are whole.
    case notDelivered(count: UInt64)
    /// A transfer failed; it was tried again, within bounds.
    case transferFailed(BusError)
    /// The line could not be waited on (errno).
    case lineFailed(code: Int32)
    /// No edge came for three sample periods, or ever; the chip is polled until edges return.
    case pollingStarted(everHadEdges: Bool)
    /// Edges came back; polling ended.
    case edgesReturned
    /// The line's edges are not the chip's: they come without samples, or fail to come again and again. It is left alone for a
    /// minute, or longer each time, and the chip is polled.
    case lineDistrusted(edgesKeepMissing: Bool)
    /// Edges are stamped by another clock than CLOCK_MONOTONIC, as kernels before 5.7 do: samples are stamped when an edge
    /// arrives. Told once.
    case edgeTimesForeign
    /// The state changed.
    case healthChanged(from: Health, to: Health)
    /// At rest the accelerometer shows half or twice gravity: its sensitivity is not what the range says. Told once.
    case sensitivitySuspect(gravities: Double)
    /// The chip was reset and set up again.
    case chipRestarted
    /// The chip's FIFO was emptied and begun anew, for a reason of FIFO mode.
    case fifoReset(LossCause)
    /// A register no longer has the value that the chip was set up with: it lost its supply for a moment, fell asleep, or
    /// was disturbed. The chip is set up again.
    case configurationLost(register: UInt8, wrote: UInt8, found: UInt8)
    /// A read came wrong and came right when it was repeated; what is handed on is the second.
    case readCorrupted(register: UInt8)
    /// These words stand still although they must move. The chip is set up again once.
    case wordsFrozen(SensorWords)
    /// All words of motion are 0. The chip is set up again once.
    case allZero
    /// These words reached the end of their range, for the first time in a second.
    case clipping(SensorWords)
    /// The temperature is none that a working chip can have, for the first time in a second.
    case temperatureImpossible(celsius: Double)
    /// A chip that held the data line has let it go.
    case busCleared
  }

  /// Why samples were lost.
  public enum LossCause: BitwiseCopyable, Sendable, CaseIterable {
    /// The chip's edges were missed, by the kernel or on the wire.
    case missedEdges
    /// The acquisition thread came too late to read them.
    case late
    /// Their transfers failed.
    case transferFailed
    /// The chip was down or being restarted.
    case chipDown
    /// The ring was full: the fusion thread stalled.
    case ringFull
    /// The chip's FIFO was full before it was read.
    case fifoOverflow
    /// Bytes went astray in the chip's FIFO or on the way from it, so that its frames could not be told apart, or whole
    /// frames were missing.
    case fifoSlip

    /// The name as `imu-rt stream` prints it.
    public var name: String {
      switch self {
      case .missedEdges: "missed_edges"
      case .late: "late"
      case .transferFailed: "transfer_failed"
      case .chipDown: "chip_down"
      case .ringFull: "ring_full"
      case .fifoOverflow: "fifo_overflow"
      case .fifoSlip: "fifo_slip"
      }
    }
  }

  public var kind: Kind
  /// When it was noticed, in nanoseconds on the clock of the samples.
  public var timeNanoseconds: UInt64
  /// Number of the last sample before it.
  public var sequence: UInt64

  /// Whether the chip is lost: what handlers of values are told as an error.
  var isLoss: Bool { if case .healthChanged(_, .faulted) = kind { true } else { false } }

  @_noLocks public init(kind: Kind, timeNanoseconds: UInt64, sequence: UInt64) {
    self.kind = kind
    self.timeNanoseconds = timeNanoseconds
    self.sequence = sequence
  }
}
