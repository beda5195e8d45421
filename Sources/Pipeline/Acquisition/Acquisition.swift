import IMUDrivers
import RingBuffer

/// The first half of the flow: waits for a data-ready edge, reads the sample it announced, hands it to the ring.
///
/// Used by one thread at a time. A struct, since reaching into a class counts references, which `@_noLocks` refuses.
struct Acquisition: ~Copyable {
  /// What a step came to.
  enum Outcome: BitwiseCopyable {
    /// Nothing that the fusion thread has to know at once.
    case quiet
    /// An interval fell due, or an event happened: ring the doorbell.
    case due
    /// The chip is in trouble: call ``recover()``, which may allocate and take longer.
    case needsRecovery
  }

  /// Limits of patience. Each wait, retry and poll of the acquisition is bounded by one of them.
  enum Limit {
    /// Periods without an edge after which polling begins.
    static var periodsWithoutEdge: UInt64 { @_noLocks get { 3 } }
    /// Transfers tried for one sample. A timeout is not tried again at once: the adapter has already waited long.
    static var attempts: Int { @_noLocks get { 3 } }
    /// Samples in a row whose transfers all failed, after which the chip is set up anew; fewer where each took a timeout.
    static var failedSamples: Int { @_noLocks get { 10 } }
    static var timedOutSamples: Int { @_noLocks get { 2 } }
    /// First pause before a retry after lost arbitration; doubled each time.
    static var backOffNanoseconds: UInt64 { @_noLocks get { 50_000 } }
    /// Clean samples after which a degraded acquisition counts as running again.
    static var cleanSamples: Int { @_noLocks get { 100 } }
    /// Restarts without a sample after which a chip counts as faulted although it lets itself be set up.
    static var fruitlessRestarts: Int { @_noLocks get { 2 } }
    /// How long a silent chip is asked during recovery, and the pause before the next try.
    static let restartPatienceMilliseconds: UInt64 = 100
    static var retryNanoseconds: UInt64 { @_noLocks get { 1_000_000_000 } }
    /// Longest sleep in one step, so that a stop is heeded soon.
    static var napNanoseconds: UInt64 { @_noLocks get { 50_000_000 } }
  }

  var sensor: IMUSensor
  let line: LinePort
  let isLineWired: Bool
  /// Whether other chips pull the line, too; see Acquisition+SharedLine.swift.
  let isLineShared: Bool
  var sharedLine: SharedLineProgress
  var entries: Producer<RingEntry>
  let rate: SharedRate

  var health = Health.starting
  /// The last failed transfer, for the error that handlers get.
  var lastError: BusError?

  var period: SamplePeriod
  /// FIFO mode alone.
  var fifo: FIFOProgress
  /// How long a batch gathers; 0 follows the consumers' rate.
  let batchSeconds: Double
  var schedule = UpdateSchedule()
  var sequence: UInt64 = 0
  var lastNanoseconds: UInt64 = 0
  var isLastStampedByEdge = false
  /// When the chip last gave a sign of life, for the missing-edge deadline.
  var lastSignNanoseconds: UInt64
  var settlingLeft: Int

  /// The chip may hold a sample that no edge will announce: at the start, and after a latched line was served.
  var mayHoldSample = true
  var isPolling: Bool
  var nextPollNanoseconds: UInt64
  var pollPhase = PollPhase()
  /// When the chip was last asked in vain: the next sample became ready later.
  var lastNothingNanoseconds: UInt64 = 0
  var hadEdges = false

  /// How long a read takes at most, of those lately.
  var readNanoseconds = 0.0

  var failedSamples = 0
  var timedOutSamples = 0
  var cleanSamples = 0
  /// Whether the chip has been given up until ``recover()`` succeeds.
  var isDown = false
  var nextRecoveryNanoseconds: UInt64 = 0
  /// Restarts in a row that succeeded but brought no sample.
  var fruitlessRestarts = 0
  /// Samples that found the ring full and have not been reported yet.
  var refusedByRing: UInt64 = 0
  /// When the first sample was due that a failure may have cost, where there had been none before; 0 for none.
  var firstLossNanoseconds: UInt64 = 0
  /// Why samples are missing, should the next one show by its time that some are.
  var lossCause = PipelineEvent.LossCause.missedEdges
  /// Events that found the ring full and have not been reported yet.
  var refusedEvents: UInt64 = 0
  var hasEvent = false

  /// The distrust of the line; see Acquisition+Line.swift.
  var trust = LineTrust()
  /// No edge is much older.
  let startNanoseconds: UInt64

  // The distrust of the chip; see Acquisition+Trust.swift.
  var watch = ConfigurationWatch()
  /// Whether the next step is a look at the configuration: behind the sample that was handed on, not in front of it.
  var isLookDue = false
  var jump = LoneJump()
  var words: FrozenWords
  /// Whether the chip is to be set up again although it gives samples.
  var wantsRestart = false
  var nextFrozenRestartNanoseconds: UInt64 = 0

  /// - Parameters:
  ///   - line: where edges come from; nil polls the chip all the time.
  ///   - isLineShared: whether the pins of other chips are wired to it, too. The chip must hold it then until it is served.
  ///   - periodNanoseconds: the true sample period where it is known better than by the chip's nominal rate.
  ///   - batchSeconds: how long a batch of the FIFO gathers; 0 follows the consumers' rate.
  init(
    sensor: consuming IMUSensor, line: (any DataReadyLine)?, isLineShared: Bool = false,
    entries: consuming Producer<RingEntry>, rate: SharedRate, periodNanoseconds: UInt64? = nil, batchSeconds: Double = 0
  ) {
    let now = sensor.nowNanoseconds
    let nominal = periodNanoseconds ?? sensor.active.periodNanoseconds
    period = SamplePeriod(nominalNanoseconds: nominal)
    fifo = FIFOProgress(nominalNanoseconds: nominal)
    self.batchSeconds = batchSeconds
    settlingLeft = sensor.active.settlingSamples
    words = FrozenWords(
      metresPerCount: sensor.scale.accelerometer, radiansPerCount: sensor.scale.gyroscope,
      gyroscopeBandwidthHertz: sensor.active.gyroscopeBandwidthHertz)
    self.line = LinePort(line ?? UnwiredLine())
    isLineWired = line != nil
    self.isLineShared = isLineShared && line != nil
    sharedLine = SharedLineProgress(startNanoseconds: now)
    isPolling = line == nil
    self.sensor = sensor
    self.entries = entries
    self.rate = rate
    startNanoseconds = now
    lastSignNanoseconds = now
    nextPollNanoseconds = now
  }

  /// Waits for the next sample, at most for three periods, and takes it. Safe on the sampling thread.
  @_noLocks mutating func step() -> Outcome {
    hasEvent = false
    if isDown { return waitForRecovery() }
    if wantsRestart {
      explainRestart()
      return beginRecovery()
    }
    let outcome: Outcome
    if isLookDue {
      outcome = configurationStep()
    } else if sensor.usesFIFO {
      outcome = fifoStep()
    } else if isPolling {
      outcome = pollingStep()
    } else {
      outcome = isLineShared ? sharedLineStep() : edgeStep()
    }
    if case .quiet = outcome, hasEvent { return .due }
    return outcome
  }

  @_noLocks private mutating func edgeStep() -> Outcome {
    let patience = UInt64(period.nanoseconds) &* Limit.periodsWithoutEdge
    let deadline = mayHoldSample ? 0 : lastSignNanoseconds &+ patience
    let edge = line.wait(untilNanoseconds: deadline)
    if edge.status > 0 { return serve(edge) }
    if edge.status < 0 {
      emit(.lineFailed(code: 0 &- edge.status))
      return startPolling()
    }
    if mayHoldSample {
      // No edge is queued, so if a sample waits its line is already active: only asking the chip will tell.
      mayHoldSample = false
      return poll()
    }
    return startPolling()
  }

  @_noLocks private mutating func waitForRecovery() -> Outcome {
    let now = sensor.nowNanoseconds
    guard now < nextRecoveryNanoseconds else { return .needsRecovery }
    sensor.pause(untilNanoseconds: min(nextRecoveryNanoseconds, now &+ Limit.napNanoseconds))
    return .quiet
  }
}

/// Stands where no line is wired. It is never waited on.
private final class UnwiredLine: DataReadyLine {
  let name = "no line"
  func wait(untilNanoseconds deadline: UInt64) -> EdgeWait { .deadline }
  func level() -> Int32 { 0 }
}
