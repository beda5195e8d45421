import IMUDrivers
import Pipeline
import SimulatedIMU

/// Where a demo's motion comes from: a chip, a simulated one with a motion of its own, or a simulated one that keys tilt.
struct DemoBoard {
  let configuration: PipelineConfiguration
  private let hand: (motion: TiltMotion, simulated: SimulatedBoard)?

  /// How far a key turns the board, rad: 10 degrees.
  private static let turn = 10 * Double.pi / 180

  init(_ source: SourceOptions, grip: TiltMotion.Grip) throws {
    var configuration = try source.configuration()
    guard source.isSimulated, source.motion == nil, case .simulated(let simulated) = configuration.source else {
      self.configuration = configuration
      hand = nil
      return
    }
    let motion = TiltMotion(grip)
    let wires = SimulatedBoard(clock: .realTime)
    let options = ChipOptions(clockError: simulated.clockErrorPercent / 100)
    let chip = wires.attach(simulated.chip.model, motion: motion, options: options)
    if let path = simulated.faultScriptPath {
      do throws(FaultScriptError) { chip.follow(try FaultScript(path: path)) } catch {
        throw ToolFault(error.description)
      }
    }
    let line = wires.line(for: chip, activeLow: configuration.sensor.interrupt.activeLow)
    configuration.source = .custom(bus: wires.bus, address: chip.address, line: line)
    self.configuration = configuration
    hand = (motion, wires)
  }

  /// Whether keys tilt the board.
  var isTilted: Bool { hand != nil }

  /// Tilts the board by an arrow key.
  func press(_ key: RawTerminal.Key) {
    guard let hand else { return }
    let step: SIMD2<Double>
    switch key {
    case .left: step = [-Self.turn, 0]
    case .right: step = [Self.turn, 0]
    case .up: step = [0, -Self.turn]
    case .down: step = [0, Self.turn]
    case .space, .quit: return
    }
    let now = hand.simulated.nowNanoseconds
    hand.motion.turn(by: step, atNanoseconds: now - min(now, hand.simulated.startNanoseconds))
  }
}

extension SimulatedSource.Chip {
  fileprivate var model: ChipModel {
    switch self {
    case .mpu6050: .mpu6050
    case .lsm6ds3: .lsm6ds3
    case .lsm6ds3trc: .lsm6ds3trc
    }
  }
}
