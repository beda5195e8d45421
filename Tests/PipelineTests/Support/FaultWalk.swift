import IMUDrivers
import SimulatedIMU

@testable import Pipeline

/// One pipeline in virtual time that suffers random faults, and is looked at after each round.
struct FaultWalk {
  let pipeline: VirtualPipeline
  private(set) var complaints: [String] = []
  private var random: SeededNumbers
  private let wiring: RandomFaultTests.Wiring
  /// Whether the chip itself suffers too, not only bus and wire.
  private let isHarsh: Bool
  private var account = WalkAccount()
  /// Where the chip's count and the sequence were compared last, since the last restart.
  private var base: (produced: UInt64, sequence: UInt64, restarts: UInt64)?
  /// How far the comparison may be off: a sample that waits to be read, and one for each jolt of the chip's clock.
  private var slack = 1
  private var history: [String] = []

  init(_ wiring: RandomFaultTests.Wiring, seed: UInt64, isHarsh: Bool) throws {
    self.isHarsh = isHarsh
    self.wiring = wiring
    random = SeededNumbers(seed: seed)
    let board = SimulatedBoard(clock: .virtual)
    let chip = board.attach(wiring.model, motion: ClockMotion())
    var configuration = SensorConfiguration()
    configuration.interrupt.latched = wiring.latched
    configuration.interrupt.activeLow = wiring.activeLow
    configuration.interrupt.openDrain = wiring.openDrain
    let line = board.line(
      for: chip, activeLow: wiring.activeLow, bias: wiring.openDrain ? .pullUp : .inactive)
    pipeline = try VirtualPipeline(
      board: board, chip: chip, line: wiring.isWired ? line : nil, configuration: configuration)
    run(milliseconds: 1000)
    check()
  }

  /// Faults at random times, then a whole chip again.
  mutating func round() {
    var faults: [Fault] = []
    for _ in 0...random.below(3) { faults.append(fault()) }
    round(faults)
  }

  mutating func round(_ faults: [Fault]) {
    history = []
    // Registers that flipped are lost for good: only new power sets them right.
    var hasFlipped = false
    for fault in faults {
      history.append("\(fault)")
      if case .clockError = fault { slack += 1 }
      if case .flip = fault { hasFlipped = true }
      pipeline.chip.inject(fault)
      run(milliseconds: random.below(20) == 0 ? 4000 : 1 + random.below(400))
    }
    pipeline.chip.clearFaults()
    if hasFlipped {
      pipeline.chip.inject(.unplug)
      run(milliseconds: 300)
    }
    pipeline.chip.inject(.replug)
    // A recovery under way takes up to two seconds, the next try comes a second later, and running asks for clean samples.
    run(milliseconds: 4500)
    check()
  }

  private mutating func fault() -> Fault {
    isHarsh && random.below(3) > 0 ? chipFault() : wireFault()
  }

  /// A fault that keeps the chip sampling, and that ends by itself before a restart is needed, or nearly so.
  private mutating func wireFault() -> Fault {
    let count = FaultCount.times(Int(1 + random.below(20)))
    switch random.below(11) {
    case 0: return .noAcknowledge(count)
    case 1: return .timeout(1)
    case 2: return .arbitrationLost(count)
    case 3: return .shortCount(count)
    case 4: return .clockError(Double(random.below(201)) / 1000 - 0.1)
    case 5: return .stuckActive(true)
    case 6: return .stuckActive(false)
    case 7: return .doubleEdges(count)
    case 8: return .edgesWhileActive(count)
    case 9: return .withholdEdges(.untilCleared)
    default: return .withholdEdges(count)
    }
  }

  private mutating func chipFault() -> Fault {
    let isMPU = wiring.model == .mpu6050
    let mask = UInt8(1 + random.below(255))
    switch random.below(15) {
    case 0: return .noAcknowledge(.untilCleared)
    case 1: return .timeout(.untilCleared)
    case 2: return .arbitrationLost(.untilCleared)
    case 3, 4: return .unplug
    case 5: return .replug
    case 6: return .brownOut
    case 7: return .identity(mask)
    case 8: return .freeze(true)
    case 9: return .corrupt(register: UInt8(random.below(128)), mask: mask, .times(Int(1 + random.below(60))))
    case 10: return .doubleEdges(.untilCleared)
    // Asleep or off, another rate, another pin, no interrupt.
    case 11: return .flip(register: isMPU ? 0x6B : 0x10, mask: mask)
    case 12: return .flip(register: isMPU ? 0x19 : 0x11, mask: mask)
    case 13: return .flip(register: isMPU ? 0x37 : 0x12, mask: mask)
    default: return .flip(register: isMPU ? 0x38 : 0x0D, mask: mask)
    }
  }

  private mutating func run(milliseconds: UInt64) {
    let isHarsh = isHarsh
    let start = pipeline.board.startNanoseconds
    let found = account.run(pipeline, milliseconds: milliseconds) {
      isHarsh ? nil : Self.judged($0, startNanoseconds: start)
    }
    for complaint in found { complain(complaint) }
  }

  private static func judged(_ sample: MotionSample, startNanoseconds: UInt64) -> String? {
    let lag = ClockMotion.lag(of: sample, since: startNanoseconds)
    // Half a period more than one: a sample may be replaced by the next while it is read.
    return abs(lag) > 7.5 ? "sample \(sample.sequence) is stamped \(lag) ms late" : nil
  }

  private mutating func check() {
    if pipeline.health != .running { complain("left \(pipeline.health)") }
    let now = (pipeline.chip.samplesTaken, account.lastSample?.sequence ?? 0, pipeline.counters.restarts)
    if let base, base.restarts == now.2 {
      let produced = now.0 - base.produced
      let counted = now.1 - base.sequence
      if abs(Int(produced) - Int(counted)) > slack {
        complain("the chip took \(produced), \(counted) are accounted for")
      }
    } else {
      slack = 1
      base = now
    }
  }

  private mutating func complain(_ text: String) {
    complaints.append("\(text) after \(history.joined(separator: ", "))")
  }
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return (value ^ (value >> 31)) % bound
  }
}

/// A motion that tells the time, so that a sample shows when it was taken.
struct ClockMotion: MotionSource {
  private static let tick = 100_000.0
  private static let range = 20_000.0
  private static let unit = 8.0 / 32768 * Motion.standardGravity

  func motion(atNanoseconds time: UInt64) -> Motion {
    let ticks = (Double(time) / Self.tick).truncatingRemainder(dividingBy: Self.range)
    return Motion(specificForce: SIMD3(ticks * Self.unit, 0, Motion.standardGravity), angularRate: .zero)
  }

  /// By how many milliseconds a sample's stamp is later than the instant at which it was taken.
  static func lag(of sample: MotionSample, since start: UInt64) -> Double {
    let ticks = (sample.specificForce.x / unit).rounded()
    let stamp = (Double(sample.timeNanoseconds - start) / tick).truncatingRemainder(dividingBy: range)
    var lag = stamp - ticks
    if lag > range / 2 { lag -= range }
    if lag < -range / 2 { lag += range }
    return lag * tick * 1e-6
  }
}
