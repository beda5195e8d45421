import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The demos as a child process, with a terminal where they need one.
@Suite struct DemoTests {
  /// Pulled off behind the start, which takes some 30 transactions, however slow the machine is.
  private static let unplugged = "{faults: [{atTransaction: 200, fault: 'unplug', forSeconds: 1}]}"

  /// Both ends of a terminal of our own.
  private struct Terminal {
    let master: FileHandle
    let slave: FileHandle

    init() throws {
      // ioctl_tty(2): TIOCSPTLCK with 0 unlocks the other end, TIOCGPTN tells its number.
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var locked: Int32 = 0
      var number: Int32 = 0
      let isOpen =
        descriptor >= 0 && ioctl(descriptor, 0x4004_5431, &locked) == 0 && ioctl(descriptor, 0x8004_5430, &number) == 0
      try #require(isOpen)
      master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      slave = try #require(FileHandle(forUpdatingAtPath: "/dev/pts/\(number)"))
    }

    /// The modes that a program may have left behind.
    var modes: [UInt32] {
      var found = termios()
      tcgetattr(slave.fileDescriptor, &found)
      return [found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag]
    }
  }

  private func start(_ arguments: [String], on terminal: Terminal, output: Any) throws -> Process {
    let process = Process()
    process.executableURL = try ToolProcess.tool()
    process.arguments = arguments
    process.environment = ["HOME": "/nonexistent", "IMU_RT_CONFIG": ""]
    process.standardInput = terminal.slave
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A tool that hangs ends with the test.
    DispatchQueue.global().asyncAfter(deadline: .now() + ToolProcess.patienceSeconds) { [weak process] in
      if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    return process
  }

  /// Reads until a text has come; nil when the end comes first, or nothing within the patience: a terminal that is open here has no end.
  private func read(_ handle: FileHandle, until text: String) -> String? {
    var found = ""
    let deadline = Date(timeIntervalSinceNow: ToolProcess.patienceSeconds)
    while !found.contains(text) {
      var wanted = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = Int32(max(deadline.timeIntervalSinceNow, 0) * 1000)
      guard waitFor(&wanted, milliseconds) else { return nil }
      let piece = handle.availableData
      if piece.isEmpty { return nil }
      found += String(decoding: piece, as: UTF8.self)
    }
    return found
  }

  private func waitFor(_ descriptor: inout pollfd, _ milliseconds: Int32) -> Bool {
    poll(&descriptor, 1, milliseconds) > 0
  }

  @Test func theBallPrintsALineAValueWithoutATerminal() throws {
    let result = try ToolProcess.run(["demo", "ball", "--simulate", "-n", "5", "--quiet-bounce"])
    #expect(result.status == 0)
    #expect(result.outputLines.map { $0.prefix(2) } == ["1 ", "2 ", "3 ", "4 ", "5 "])
  }

  @Test func theAngleDemoTellsAngleAndOrientation() throws {
    let result = try ToolProcess.run(["demo", "angle", "--simulate", "-n", "8"])
    #expect(result.status == 0)
    let last = try #require(result.outputLines.last)
    #expect(last.hasPrefix("angle "))
    #expect(last.contains("orientation portrait"))
  }

  /// Lying flat there is no angle in the screen's plane: face up is said from the first line on, and no number made of noise.
  @Test func f6_aFlatBoardIsFaceUpAndHasNoAngle() throws {
    let result = try ToolProcess.run(["demo", "angle", "--simulate", "still", "-n", "8"])
    #expect(result.status == 0)
    #expect(result.outputLines.count == 8)
    for line in result.outputLines {
      #expect(line.hasPrefix("angle - orientation face_up relative - roll "), "\(line)")
    }
    let pitch = try #require(
      result.outputLines.last?.firstMatch(of: #/pitch (-?[0-9.]+)/#).flatMap { Double($0.output.1) })
    #expect(abs(pitch) < 3)
  }

  /// Told on standard error when the chip is lost, with the reason, and when it is back; values go on by themselves.
  @Test(arguments: ["angle", "ball"])
  func aLostChipIsSaidAndTheDemoGoesOn(_ demo: String) throws {
    let scratch = try Scratch()
    let path = try scratch.file("faults.json5", Self.unplugged)
    let result = try ToolProcess.run([
      "demo", demo, "--simulate", "--faults", path, "-n", demo == "ball" ? "120" : "40",
    ])
    withExtendedLifetime(scratch) {}
    #expect(result.status == 0)
    #expect(result.outputLines.count == (demo == "ball" ? 120 : 40))
    #expect(result.errorLines.count == 2)
    #expect(result.errorLines.first?.contains("the chip is lost and asked again: ") == true)
    #expect(result.errorLines.first?.contains("0x68") == true)
    #expect(result.errorLines.last?.contains("the chip is back") == true)
  }

  /// The picture says so in its last line.
  @Test func aLostChipIsSaidInThePicture() throws {
    let scratch = try Scratch()
    let path = try scratch.file("faults.json5", Self.unplugged)
    let terminal = try Terminal()
    let process = try start(["demo", "ball", "--simulate", "--faults", path], on: terminal, output: terminal.slave)
    #expect(read(terminal.master, until: "the chip is lost") != nil)
    #expect(read(terminal.master, until: "arrow keys tilt, q ends") != nil)
    try terminal.master.write(contentsOf: Data("q".utf8))
    #expect(read(terminal.master, until: "\u{1B}[?1049l") != nil)
    process.waitUntilExit()
    withExtendedLifetime(scratch) {}
    #expect(process.terminationStatus == 0)
  }

  /// Held upright, the left arrow turns the board to the left in the screen's plane, ten degrees a time; the orientation follows.
  @Test func arrowKeysTurnTheAngle() throws {
    let terminal = try Terminal()
    let output = Pipe()
    let process = try start(["demo", "angle", "--simulate"], on: terminal, output: output)
    #expect(read(output.fileHandleForReading, until: "angle ") != nil)
    try terminal.master.write(contentsOf: Data(String(repeating: "\u{1B}[D", count: 9).utf8))
    #expect(read(output.fileHandleForReading, until: "orientation landscape_left") != nil)
    try terminal.master.write(contentsOf: Data("q".utf8))
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// On a board that turns the heading is 0 again from the space key on.
  @Test func theSpaceKeyMakesTheHeadingZero() throws {
    let terminal = try Terminal()
    let output = Pipe()
    let process = try start(["demo", "angle", "--simulate", "rotation"], on: terminal, output: output)
    // Half a radian a second about the vertical: 20 to 29 degrees come within a second.
    #expect(read(output.fileHandleForReading, until: "yaw 2") != nil)
    try terminal.master.write(contentsOf: Data(" ".utf8))
    // 1.4 degrees are the first step from there.
    #expect(read(output.fileHandleForReading, until: "yaw 1.") != nil)
    try terminal.master.write(contentsOf: Data("q".utf8))
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test(arguments: [["demo"], ["demo", "cube"], ["demo", "angle", "--quiet-bounce"], ["demo", "ball", "angle"]])
  func whatIsNoDemoIsSaid(_ arguments: [String]) throws {
    let result = try ToolProcess.run(arguments)
    #expect(result.status == 2)
    #expect(result.errorLines.count == 1)
  }

  /// The right arrow tilts the right edge down, and the ball rolls to the right wall.
  @Test func arrowKeysTiltTheBoard() throws {
    let terminal = try Terminal()
    let output = Pipe()
    let process = try start(["demo", "ball", "--simulate"], on: terminal, output: output)
    #expect(read(output.fileHandleForReading, until: "\n") != nil)
    try terminal.master.write(contentsOf: Data("\u{1B}[C\u{1B}OC".utf8))
    #expect(read(output.fileHandleForReading, until: " right") != nil)
    try terminal.master.write(contentsOf: Data("q".utf8))
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  /// The terminal is as it was after each way out.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, 0])
  func theTerminalIsPutBack(_ signal: Int32) throws {
    let terminal = try Terminal()
    let before = terminal.modes
    let process = try start(["demo", "ball", "--simulate"], on: terminal, output: terminal.slave)
    #expect(read(terminal.master, until: "bounces 0") != nil)
    #expect(terminal.modes != before)
    if signal == 0 {
      try terminal.master.write(contentsOf: Data("q".utf8))
    } else {
      kill(process.processIdentifier, signal)
    }
    #expect(read(terminal.master, until: "\u{1B}[?1049l") != nil)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(terminal.modes == before)
  }
}
