import Pipeline
import SimulatedIMU

/// One pipeline in virtual time, of a random configuration, that suffers random faults and whose book is looked at after each round.
///
/// Everything follows from the seed.
public struct SoakWalk: ~Copyable {
  /// What is wrong, each with the faults before it; empty as it should be.
  public private(set) var complaints: [String] = []
  /// The configuration in words.
  public var description: String { setUp.description }

  private let setUp: SoakSetUp
  private let motion: NumberedMotion
  private let board: SimulatedBoard
  private let chip: SimulatedChip
  private let pipeline: MotionPipeline
  private let account: SoakAccount
  private let subscription: Subscription
  private var random: SeededNumbers
  private var history: [String] = []
  /// Where the chip's numbers and the sequence were compared first since the last restart.
  private var base: (number: UInt64, sequence: UInt64, restarts: UInt64)?
  private let start: UInt64
  /// Rounds after which the chip's own numbers were compared with the book.
  public private(set) var comparisons = 0

  /// - Throws: `PipelineError` when the chip does not start, which no fault excuses yet.
  public init(seed: UInt64) throws {
    // In two steps, since Swift 6.0 takes a mutating call in the initialiser that sets the constants for a change of them.
    self.init(unstarted: seed)
    try pipeline.start()
    run(milliseconds: 1500)
    check()
  }

  private init(unstarted seed: UInt64) {
    random = SeededNumbers(seed: seed)
    setUp = SoakSetUp(&random)
    motion = NumberedMotion(step: setUp.accelerationStep)
    let (board, chip, configuration) = setUp.board(motion)
    (self.board, self.chip) = (board, chip)
    start = board.nowNanoseconds
    pipeline = MotionPipeline.stepped(configuration)
    let account = SoakAccount(hasEverySample: setUp.interval == .everySample)
    self.account = account
    subscription = pipeline.subscribeOnDeliveryThread(interval: setUp.interval) { [box = Unshared(account)] update in
      box.account.take(update)
    }
  }

  /// Virtual time so far, in seconds.
  public var virtualSeconds: Double { Double(board.nowNanoseconds - start) * 1e-9 }
  /// Samples that the chip measured, that were handed to the consumer, and that were stated as lost.
  public var produced: UInt64 { motion.produced }
  public var delivered: UInt64 { account.delivered }
  public var lost: UInt64 { pipeline.counters?.lost ?? 0 }
  public var restarts: UInt64 { pipeline.counters?.restarts ?? 0 }

  /// Up to three faults at random times, then a whole chip again, which must be running within 4.5 seconds.
  public mutating func round() {
    history = []
    let isHarsh = random.below(2) == 0
    var isWhole = true
    for _ in 0...random.below(3) {
      let hitsChip = isHarsh && random.below(3) > 0
      let fault =
        hitsChip ? RandomFaults.chip(&random, isMPU: setUp.model.family == .mpu6050) : RandomFaults.wire(&random)
      if hitsChip { isWhole = false }
      history.append("\(fault)")
      chip.inject(fault)
      run(milliseconds: UInt64(random.below(20) == 0 ? 4000 : 1 + random.below(400)))
    }
    chip.clearFaults()
    if !isWhole {
      // Flipped registers are lost for good: only new power sets all of them right.
      chip.inject(.unplug)
      run(milliseconds: 300)
      base = nil
    }
    chip.inject(.replug)
    // A recovery under way takes up to two seconds, the next try comes a second later, and running asks for clean samples.
    run(milliseconds: 4500)
    check()
  }

  private mutating func run(milliseconds: UInt64) {
    // Virtual time that stands still would never end otherwise.
    var steps = 0
    let limit = 1000 + 100 * Int(milliseconds)
    pipeline.advance(nanoseconds: milliseconds * 1_000_000) { _ in
      steps += 1
      return steps > limit
    }
    if steps > limit { account.complain("\(steps) steps in \(milliseconds) ms") }
    if let complaint = account.takeComplaint() { complain(complaint) }
  }

  private mutating func check() {
    guard let counters = pipeline.counters, let last = account.last else { return complain("no sample") }
    if counters.health != .running { complain("left \(counters.health)") }
    if counters.undelivered != 0 { complain("\(counters.undelivered) updates found the delivery ring full") }
    let age = Double(board.nowNanoseconds - last.timeNanoseconds) * 1e-9
    if age > 0.25 { complain("the last sample is \(age) s old") }
    let now = (number: motion.number(of: last.specificForce.x), sequence: last.sequence, restarts: counters.restarts)
    guard let base, base.restarts == now.restarts else {
      self.base = now
      return
    }
    comparisons += 1
    let produced = now.number &- base.number
    let counted = now.sequence &- base.sequence
    // One: a sample may be replaced by the next one while it is read from the registers.
    if produced.distance(to: counted).magnitude > 1 {
      complain("the chip took \(produced) samples, \(counted) are accounted for")
      self.base = now
    }
  }

  private mutating func complain(_ text: String) {
    complaints.append("\(text) after \(history.isEmpty ? "the start" : history.joined(separator: ", "))")
  }
}

/// Lets a handler that runs on the advancing thread alone reach the book.
///
/// @unchecked Sendable: a stepped pipeline calls the handler on the thread that advances it, which is the only one here.
private struct Unshared: @unchecked Sendable {
  let account: SoakAccount

  init(_ account: SoakAccount) { self.account = account }
}
