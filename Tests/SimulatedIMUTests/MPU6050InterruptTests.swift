import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct MPU6050InterruptTests {
  /// A chip at 100 Hz with its line, and the time of the first edge.
  private func start(
    pin: UInt8 = 0, activeLow: Bool = false, bias: LineBias = .inactive
  ) throws -> (SimulatedBoard, SimulatedChip, any DataReadyLine) {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU()
    try access.write(pin, to: 0x37)
    _ = try access.read(0x3A)  // A flag from before would hold a latched line.
    return (board, chip, board.line(for: chip, activeLow: activeLow, bias: bias))
  }

  @Test func aPulse_lastsFiftyMicroseconds() throws {
    let (board, _, line) = try start()
    let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    #expect(edge.status == 1)
    #expect(edge.firstNanoseconds == edge.lastNanoseconds && edge.firstNanoseconds == board.nowNanoseconds)
    #expect(line.level() == 1)
    board.bus.pause(untilNanoseconds: edge.firstNanoseconds + 49_999)
    #expect(line.level() == 1)
    board.bus.pause(untilNanoseconds: edge.firstNanoseconds + 50_000)
    #expect(line.level() == 0)
  }

  @Test func edges_comeAtTheRate_andTrailingEdgesAreNotCounted() throws {
    let (board, _, line) = try start()
    var last = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    for _ in 0..<20 {
      let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
      #expect(edge.status == 1)
      #expect(edge.firstNanoseconds - last.firstNanoseconds == 10_000_000)
      #expect(edge.lastSequence == last.lastSequence + 1)
      last = edge
    }
  }

  @Test func aLatchedLine_staysUntilTheStatusIsRead() throws {
    let (board, chip, line) = try start(pin: 0x20)
    var access = RegisterAccess(board, chip)
    #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
    access.pause(milliseconds: 35)
    #expect(line.level() == 1)
    #expect(line.wait(untilNanoseconds: access.now).status == 0, "no further edge while the line is held")
    _ = try access.mpuSample()
    #expect(line.level() == 1, "reading the sample alone does not release the line")
    #expect(try access.read(0x3A) & 0x01 == 0x01)
    #expect(line.level() == 0)
    #expect(try access.read(0x3A) & 0x01 == 0)
    #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
  }

  @Test func aFlagFromBefore_holdsALineThatIsLatchedLater() throws {
    let (board, chip, line) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 25)
    #expect(line.level() == 0)
    try access.write(0x20, to: 0x37)
    #expect(line.level() == 1)
  }

  @Test func withClearByAnyRead_aSampleReleasesTheLine() throws {
    let (board, chip, line) = try start(pin: 0x30)
    var access = RegisterAccess(board, chip)
    #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
    _ = try access.read(0x75)
    #expect(line.level() == 0)
    #expect(try access.read(0x3A) == 0)
  }

  @Test func activeLow_isHighAtRest() throws {
    let (board, _, line) = try start(pin: 0x80, activeLow: true)
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1)
    #expect(line.level() == 1)
    let (otherBoard, _, wrongWay) = try start(pin: 0x80, activeLow: false)
    #expect(wrongWay.level() == 1, "a line of the other polarity sees the resting level as active")
    // What it takes for an edge is the end of a pulse.
    let edge = wrongWay.wait(untilNanoseconds: otherBoard.nowNanoseconds + 50_000_000)
    #expect(edge.status == 1)
    otherBoard.bus.pause(untilNanoseconds: edge.firstNanoseconds + 9_949_999)
    #expect(wrongWay.level() == 1)
    otherBoard.bus.pause(untilNanoseconds: edge.firstNanoseconds + 9_950_000)
    #expect(wrongWay.level() == 0)
  }

  @Test func anOpenDrainPin_needsAPullUp() throws {
    let (board, _, line) = try start(pin: 0x40)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 100_000_000).status == 0)
    let (pulledBoard, _, pulled) = try start(pin: 0x40, bias: .pullUp)
    #expect(pulled.level() == 0)
    #expect(pulled.wait(untilNanoseconds: pulledBoard.nowNanoseconds + 100_000_000).status == 1)
  }

  @Test func withoutEnable_theStatusTellsButThePinRests() throws {
    let (board, chip, line) = try start()
    var access = RegisterAccess(board, chip)
    try access.write(0, to: 0x38)
    _ = try access.read(0x3A)
    _ = line.wait(untilNanoseconds: access.now)
    #expect(line.wait(untilNanoseconds: access.now + 30_000_000).status == 0)
    #expect(try access.read(0x3A) == 0x01)
  }

  @Test func readingTheStatus_clearsAllFlagsAtOnce() throws {
    let (board, chip, _) = try start()
    var access = RegisterAccess(board, chip)
    try access.write(0x40, to: 0x6A)
    try access.write(0xF8, to: 0x23)
    access.pause(milliseconds: 800)
    #expect(try access.read(0x3A) == 0x11)
    #expect(try access.read(0x3A) == 0)
  }
}
