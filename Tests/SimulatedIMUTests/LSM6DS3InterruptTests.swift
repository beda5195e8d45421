import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct LSM6DS3InterruptTests {
  private func start(
    _ model: ChipModel, int1: UInt8 = 0x03, int2: UInt8 = 0, control3: UInt8 = 0x44, pulses: Bool = false,
    control4: UInt8 = 0
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: .moving())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    try access.write(control3, to: 0x12)
    try access.write(control4, to: 0x13)
    try access.write(int1, to: 0x0D)
    try access.write(int2, to: 0x0E)
    if pulses { try access.write(0x80, to: 0x0B) }
    try access.write(0x40, to: 0x10)
    try access.write(0x40, to: 0x11)
    return (board, chip)
  }

  @Test func dataReady_isALevelUntilBothSensorsAreRead() throws {
    let (board, chip) = try start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    let line = board.line(for: chip)
    #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
    access.pause(milliseconds: 25)
    #expect(line.level() == 1)
    #expect(line.wait(untilNanoseconds: access.now).status == 0)
    _ = try access.read(0x22, count: 6)
    #expect(line.level() == 1, "the accelerometer is unread")
    _ = try access.read(0x28, count: 6)
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: access.now + 50_000_000).status == 1)
  }

  @Test func theSecondGeneration_canPulse() throws {
    let (board, chip) = try start(.lsm6ds3trc, pulses: true)
    let line = board.line(for: chip)
    let edge = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    #expect(edge.status == 1)
    board.bus.pause(untilNanoseconds: edge.firstNanoseconds + 74_999)
    #expect(line.level() == 1)
    board.bus.pause(untilNanoseconds: edge.firstNanoseconds + 75_000)
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1, "unread, and yet another edge")
  }

  @Test func theFirstGeneration_takesTheSameBitForOrientation() throws {
    let (board, chip) = try start(.lsm6ds3, pulses: true)
    let line = board.line(for: chip)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 0, "still a level")
  }

  @Test func theSecondPin_hasItsOwnInterrupts_orJoinsTheFirst() throws {
    let (board, chip) = try start(.lsm6ds3trc, int1: 0, int2: 0x01)
    let first = board.line(for: chip)
    let second = board.line(for: chip, pin: .second)
    #expect(second.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1)
    #expect(first.level() == 0)
    let (joinedBoard, joinedChip) = try start(.lsm6ds3trc, int1: 0, int2: 0x01, control4: 0x20)
    let joined = joinedBoard.line(for: joinedChip)
    #expect(joined.wait(untilNanoseconds: joinedBoard.nowNanoseconds + 50_000_000).status == 1)
  }

  @Test func activeLowAndOpenDrain_followTheirBits() throws {
    let (board, chip) = try start(.lsm6ds3, control3: 0x74)
    let line = board.line(for: chip, activeLow: true)
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1)
    #expect(line.level() == 1)
  }

  @Test func theThreshold_holdsTheLineUntilTheFIFOIsBelowIt() throws {
    let (board, chip) = try start(.lsm6ds3, int1: 0x08)
    var access = RegisterAccess(board, chip)
    let line = board.line(for: chip)
    try access.write(60, to: 0x06)
    try access.write(0x09, to: 0x08)
    try access.write(0x26, to: 0x0A)
    let began = access.now
    let edge = line.wait(untilNanoseconds: began + 1_000_000_000)
    #expect(edge.status == 1)
    #expect((edge.firstNanoseconds - began) / 9_615_385 >= 9)
    _ = try access.read(0x3E, count: 2)
    #expect(line.level() == 0)
  }
}
