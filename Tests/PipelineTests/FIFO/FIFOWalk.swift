import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// One pipeline in FIFO mode in virtual time that suffers random faults, and whose account is looked at after each round.
struct FIFOWalk {
  let pipeline: VirtualPipeline
  private(set) var complaints: [String] = []
  private var random: SeededNumbers
  private let setUp: FIFOSetUp
  /// Whether the chip itself suffers too, not only bus, wire and thread.
  private let isHarsh: Bool
  private var account = WalkAccount()
  /// Where the chip's count and the sequence were compared last, since the last restart.
  private var base: (produced: UInt64, counted: UInt64, restarts: UInt64)?
  /// How far the comparison may be off: one at each end, for a sample that is just being taken.
  private var slack = 1
  private var clockError = 0.0
  private var history: [String] = []

  init(_ setUp: FIFOSetUp, seed: UInt64, isHarsh: Bool) throws {
    self.setUp = setUp
    self.isHarsh = isHarsh
    random = SeededNumbers(seed: seed)
    pipeline = try setUp.pipeline(motion: ClockMotion())
    run(milliseconds: 1500)
    check()
  }

  mutating func round() {
    history = []
    var needsPower = false
    for _ in 0...random.below(3) {
      let milliseconds = 1 + random.below(300)
      switch random.below(isHarsh ? 14 : 9) {
      case 0:
        // The thread was held up.
        history.append("pause \(milliseconds)")
        pipeline.board.pause(nanoseconds: milliseconds * 1_000_000)
      case 9...:
        needsPower = true
        inject(chipFault())
      default: inject(wireFault())
      }
      run(milliseconds: milliseconds)
    }
    pipeline.chip.clearFaults()
    if needsPower {
      pipeline.chip.inject(.unplug)
      run(milliseconds: 300)
    }
    pipeline.chip.inject(.replug)
    // A recovery under way takes up to two seconds, the next try comes a second later, and running asks for clean samples.
    run(milliseconds: isHarsh ? 4500 : 1500)
    check()
  }

  private mutating func inject(_ fault: Fault) {
    history.append("\(fault)")
    pipeline.chip.inject(fault)
  }

  private mutating func wireFault() -> Fault {
    let count = FaultCount.times(Int(1 + random.below(12)))
    switch random.below(11) {
    case 0: return .noAcknowledge(count)
    case 1: return .timeout(1)
    case 2: return .arbitrationLost(count)
    case 3: return .shortCount(count)
    case 4: return .stuckActive(true)
    case 5: return .stuckActive(false)
    case 6: return .doubleEdges(count)
    case 7: return .edgesWhileActive(count)
    case 8: return .withholdEdges(.untilCleared)
    case 9:
      let bytes = Int(1 + random.below(40))
      // Never an edge to tell by: a frame or two that vanish whole pass for a slow clock.
      return .slipFIFO(bytes: setUp.isWired || bytes % 12 > 0 && bytes % 12 < 11 ? bytes : 5)
    default: return .withholdEdges(count)
    }
  }

  private mutating func chipFault() -> Fault {
    let isMPU = setUp.model == .mpu6050 || setUp.model == .mpu6500
    let mask = UInt8(1 + random.below(255))
    switch random.below(12) {
    case 0: return .noAcknowledge(.untilCleared)
    case 1: return .timeout(.untilCleared)
    case 2: return .unplug
    case 3: return .brownOut
    case 4: return .clockError(Double(random.below(101)) / 1000 - 0.05)
    case 5: return .corrupt(register: UInt8(random.below(128)), mask: mask, .times(Int(1 + random.below(60))))
    case 6: return .doubleEdges(.untilCleared)
    case 7: return .flip(register: isMPU ? 0x6B : 0x10, mask: mask)
    case 8: return .flip(register: isMPU ? 0x19 : 0x11, mask: mask)
    case 9: return .flip(register: isMPU ? 0x23 : 0x0A, mask: mask)
    case 10: return .flip(register: isMPU ? 0x6A : 0x08, mask: isMPU ? 0x40 : mask)
    default: return .flip(register: isMPU ? 0x38 : 0x0D, mask: mask)
    }
  }

  private mutating func run(milliseconds: UInt64) {
    let (hertz, isHarsh) = (setUp.hertz, isHarsh)
    let start = pipeline.board.startNanoseconds
    let found = account.run(pipeline, milliseconds: milliseconds) {
      isHarsh ? nil : Self.judged($0, hertz: hertz, startNanoseconds: start)
    }
    for complaint in found { complain(complaint) }
  }

  private static func judged(_ sample: MotionSample, hertz: Double, startNanoseconds: UInt64) -> String? {
    let lag = ClockMotion.lag(of: sample, since: startNanoseconds)
    // Half a period, and the step in which the motion tells time.
    return abs(lag) > 500 / hertz + 0.1 ? "sample \(sample.sequence) is stamped \(lag) ms late" : nil
  }

  private mutating func check() {
    if pipeline.health != .running { complain("left \(pipeline.health)") }
    guard let lastSample = account.lastSample else { return complain("no sample") }
    // What the chip has taken since the last sample that arrived still waits.
    let since = Double(pipeline.board.nowNanoseconds - lastSample.timeNanoseconds)
    let waiting = UInt64(since / pipeline.fifo.grid.periodNanoseconds)
    let now = (pipeline.chip.samplesTaken - waiting, lastSample.sequence, pipeline.counters.restarts)
    if let base, base.restarts == now.2 {
      let produced = Int(now.0) - Int(base.produced)
      let counted = Int(now.1) - Int(base.counted)
      if abs(produced - counted) > slack { complain("the chip took \(produced), \(counted) are accounted for") }
    } else {
      base = now
    }
  }

  private mutating func complain(_ text: String) {
    complaints.append("\(text) after \(history.joined(separator: ", "))")
  }
}
