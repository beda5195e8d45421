import Fusion
import Pipeline

/// `imu-rt demo`: the documents' demos, in the terminal.
struct DemoCommand: Command {
  static let name = "demo"
  static let help = """
    usage: imu-rt demo ball|angle [options]

      ball     tilt the board and a ball rolls, falls and bounces
      angle    how the board is turned and held; space makes the present heading 0

    With --simulate alone the arrow keys tilt the board. 'q' or Ctrl-C ends it. Where standard output is no terminal, one line a value
    is printed instead of a picture.

    \(SourceOptions.help)
      --quiet-bounce       ball: the floor swallows speed as the sides do (it adds some otherwise)
      -n COUNT             stop after COUNT values
      --help, --version    this text; the version
    """

  private enum Demo: String, CaseIterable {
    case ball, angle
  }

  private var demo: Demo?
  private var source = SourceOptions()
  private var bounce = BallPhysics.Bounce.literal
  private var count: Int?

  init(_ arguments: [String]) throws {
    var reader = ArgumentReader(arguments, command: "demo")
    while let argument = try reader.next() {
      switch argument {
      case "--quiet-bounce": bounce = .quiet
      case "-n": count = try reader.count(of: argument)
      default:
        if try source.take(argument, from: &reader) { continue }
        guard demo == nil, !argument.hasPrefix("-") else { throw reader.unknown(argument) }
        guard let named = Demo(rawValue: argument) else {
          throw UsageError("unknown demo '\(argument)'; allowed: ball, angle")
        }
        demo = named
      }
    }
    guard demo != nil else { throw UsageError("which demo? 'imu-rt demo ball' or 'imu-rt demo angle'") }
    guard demo == .ball || bounce == .literal else { throw UsageError("--quiet-bounce is for the ball") }
  }

  func run() async throws {
    switch demo {
    case .ball: try await run(BallDemo(bounce: bounce), grip: .flat)
    case .angle, nil: try await run(AngleDemo(), grip: .upright)
    }
  }

  private func run(_ demo: some DemoScene, grip: TiltMotion.Grip) async throws {
    let board = try DemoBoard(source, grip: grip)
    let pipeline = MotionPipeline(board.configuration)
    let updates = pipeline.updates(interval: UpdateInterval(hertz: demo.hertz), detecting: demo.detectors)
    try pipeline.start()
    defer { pipeline.stop() }
    let terminal = try RawTerminal(drawsOnScreen: StandardOutput.isTerminal)
    defer { terminal.restore() }
    let signals = Signals {
      Ending.begin()
      // At once: a second signal ends the program without asking.
      terminal.restore()
      pipeline.stop()
    }
    defer { withExtendedLifetime(signals) {} }
    try await play(demo, board, terminal, updates) { pipeline.faultReason }
  }

  private func play(
    _ demo: some DemoScene, _ board: DemoBoard, _ terminal: RawTerminal, _ updates: MotionUpdates,
    faultReason: () -> String?
  ) async throws {
    var demo = demo
    let isPicture = StandardOutput.isTerminal
    var watch = LossWatch()
    var shown = 0
    for await update in updates {
      demo.take(update)
      for key in terminal.keys() {
        if key == .quit { return }
        board.press(key)
        demo.press(key)
      }
      let news = watch.take(update, reason: faultReason)
      // A picture shows it in its last line for as long as it holds.
      if let news, !isPicture { note(news) }
      guard update.isSample || (isPicture && news != nil) else { continue }
      // Drawing after the terminal was put back would spoil what is on it. Relaxed: partner of the store in Ending.begin().
      if Ending.hasBegun.load(ordering: .relaxed) { return }
      try StandardOutput.write(isPicture ? demo.picture(hint: watch.loss ?? Self.hint(board)) : demo.line)
      guard update.isSample else { continue }
      shown += 1
      if let count, shown >= count { return }
    }
  }

  private static func hint(_ board: DemoBoard) -> String {
    board.isTilted ? "arrow keys tilt, q ends" : "tilt the board, q ends"
  }
}

/// What a demo shows of each value.
protocol DemoScene: Sendable {
  /// Values a second.
  var hertz: Double { get }
  /// What is to be looked for in the motion.
  var detectors: DetectorSelection { get }
  /// Takes a key that is not for the board.
  mutating func press(_ key: RawTerminal.Key)
  /// Takes a value, or what was found in the motion.
  mutating func take(_ update: MotionUpdate)
  /// The whole picture, drawn over the one before.
  func picture(hint: String) -> String
  /// The same as one line.
  var line: String { get }
}
