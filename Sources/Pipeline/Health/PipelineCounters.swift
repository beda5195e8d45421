import IMUDrivers

/// What has been counted since the start.
public struct PipelineCounters: BitwiseCopyable, Sendable, Equatable {
  /// Samples that were fused.
  public var samples: UInt64 = 0
  /// Values that were published.
  public var published: UInt64 = 0
  /// Times the fusion stage was woken to look into the ring.
  public var wakeUps: UInt64 = 0
  /// Samples lost, by cause.
  public var lostToMissedEdges: UInt64 = 0
  public var lostToLateness: UInt64 = 0
  public var lostToTransfers: UInt64 = 0
  public var lostToChipDown: UInt64 = 0
  public var lostToFullRing: UInt64 = 0
  public var lostToFIFOOverflow: UInt64 = 0
  public var lostToFIFOSlip: UInt64 = 0
  /// Samples that the filter refused (not finite, or not later than the one before).
  public var refusedByFilter: UInt64 = 0
  /// Transfers that failed, retries included.
  public var failedTransfers: UInt64 = 0
  /// Events that did not fit into the ring.
  public var lostEvents: UInt64 = 0
  /// Times the line failed.
  public var lineFailures: UInt64 = 0
  /// Times polling had to begin.
  public var pollingPeriods: UInt64 = 0
  /// Times gravity at rest did not fit the accelerometer's range.
  public var sensitivitySuspicions: UInt64 = 0
  /// Times the state turned to faulted.
  public var faults: UInt64 = 0
  /// Times the chip was set up again.
  public var restarts: UInt64 = 0
  /// Times the chip's FIFO was full when it was looked at, and times its frames were out of step. Each made it begin anew.
  public var fifoOverflows: UInt64 = 0
  public var fifoSlips: UInt64 = 0
  /// Times the configuration was lost while running.
  public var configurationLosses: UInt64 = 0
  /// Reads that came wrong and were repeated.
  public var corruptedReads: UInt64 = 0
  /// Times words were found to stand still, and times all were 0.
  public var frozenWords: UInt64 = 0
  public var zeroStreams: UInt64 = 0
  /// Times a held bus was cleared.
  public var busClears: UInt64 = 0
  /// Samples in which a word was at the end of its range.
  public var clipped = ClippingCounts()
  /// Samples all of whose words are those of the sample before.
  public var repeatedSamples: UInt64 = 0
  /// Samples with a temperature that no working chip can have.
  public var impossibleTemperatures: UInt64 = 0
  /// Values and events that found the delivery ring full.
  public var undelivered: UInt64 = 0
  /// Publications that found every slot of the latest-value cell in use by readers.
  public var obstructed: UInt64 = 0
  /// Time between samples as measured.
  public var interval = IntervalStatistics()
  /// The state.
  public var health = Health.starting

  /// Samples lost, for any reason.
  public var lost: UInt64 {
    @_noLocks get {
      lostToMissedEdges &+ lostToLateness &+ lostToTransfers &+ lostToChipDown &+ lostToFullRing
        &+ lostToFIFOOverflow &+ lostToFIFOSlip
    }
  }

  @_noLocks public init() {}

  /// Takes an event into account.
  @_noLocks mutating func count(_ event: PipelineEvent) {
    switch event.kind {
    case .samplesLost(let count, let cause): countLost(count, cause)
    case .eventsLost(let count): lostEvents &+= count
    case .transferFailed: failedTransfers &+= 1
    case .lineFailed: lineFailures &+= 1
    case .pollingStarted, .lineDistrusted: pollingPeriods &+= 1
    case .edgesReturned, .edgeTimesForeign, .notDelivered, .clipping, .temperatureImpossible: break
    case .sensitivitySuspect: sensitivitySuspicions &+= 1
    case .healthChanged(_, let state):
      health = state
      if case .faulted = state { faults &+= 1 }
    case .chipRestarted: restarts &+= 1
    case .fifoReset(.fifoOverflow): fifoOverflows &+= 1
    case .fifoReset: fifoSlips &+= 1
    case .configurationLost: configurationLosses &+= 1
    case .readCorrupted: corruptedReads &+= 1
    case .wordsFrozen: frozenWords &+= 1
    case .allZero: zeroStreams &+= 1
    case .busCleared: busClears &+= 1
    }
  }

  @_noLocks private mutating func countLost(_ count: UInt64, _ cause: PipelineEvent.LossCause) {
    switch cause {
    case .missedEdges: lostToMissedEdges &+= count
    case .late: lostToLateness &+= count
    case .transferFailed: lostToTransfers &+= count
    case .chipDown: lostToChipDown &+= count
    case .ringFull: lostToFullRing &+= count
    case .fifoOverflow: lostToFIFOOverflow &+= count
    case .fifoSlip: lostToFIFOSlip &+= count
    }
  }
}

/// Mean and spread of the time between consecutive samples, gaps left out.
///
/// The running form of B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962.
public struct IntervalStatistics: BitwiseCopyable, Sendable, Equatable {
  public private(set) var count: UInt64 = 0
  /// Mean in nanoseconds.
  public private(set) var mean = 0.0
  private var sumOfSquares = 0.0
  public private(set) var longest = 0.0

  @_noLocks public init() {}

  @_noLocks mutating func add(nanoseconds: Double) {
    count &+= 1
    let deviation = nanoseconds - mean
    mean += deviation / Double(count)
    sumOfSquares += deviation * (nanoseconds - mean)
    if nanoseconds > longest { longest = nanoseconds }
  }

  /// Mean rate in hertz; 0 before the second sample.
  public var hertz: Double { mean > 0 ? 1e9 / mean : 0 }

  /// Standard deviation in nanoseconds: the jitter.
  public var deviation: Double { count > 1 ? (sumOfSquares / Double(count - 1)).squareRoot() : 0 }
}
