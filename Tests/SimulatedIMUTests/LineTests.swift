import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct LineTests {
  private func start(
    _ board: SimulatedBoard, address: UInt8 = 0x68, divider: UInt8 = 9, pin: UInt8 = 0
  ) throws -> SimulatedChip {
    let chip = board.attach(.mpu6050, address: address, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: divider)
    try access.write(pin, to: 0x37)
    _ = try access.read(0x3A)
    return chip
  }

  @Test func edgesWhileNobodyWaits_areQueued() throws {
    let board = SimulatedBoard()
    let chip = try start(board)
    let line = board.line(for: chip)
    let began = board.nowNanoseconds
    board.pause(nanoseconds: 55_000_000)
    let now = board.nowNanoseconds
    let edges = line.wait(untilNanoseconds: now + 1_000_000_000)
    #expect(edges.status == 5 || edges.status == 6)
    #expect(board.nowNanoseconds == now, "queued edges come at once")
    #expect(edges.lastNanoseconds - edges.firstNanoseconds == UInt64(edges.status - 1) * 10_000_000)
    #expect(edges.firstNanoseconds > began && edges.lastNanoseconds <= now)
    #expect(edges.lastSequence == UInt64(edges.status))
  }

  @Test func aWaitWithoutEdge_endsAtItsDeadline() throws {
    let board = SimulatedBoard()
    let chip = try start(board)
    let line = board.line(for: chip)
    _ = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    let deadline = board.nowNanoseconds + 3_000_000
    #expect(line.wait(untilNanoseconds: deadline) == .deadline)
    #expect(board.nowNanoseconds == deadline)
    #expect(line.wait(untilNanoseconds: 5) == .deadline, "a deadline in the past returns at once")
    #expect(board.nowNanoseconds == deadline)
  }

  @Test func aWaitForEver_ends() {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    #expect(board.line(for: chip).wait(untilNanoseconds: .max) == .deadline)
  }

  @Test(arguments: [EdgeOverflow.dropsNewest, .dropsOldest])
  func aFullQueue_dropsEdgesAndShowsItInTheSequence(overflow: EdgeOverflow) throws {
    let board = SimulatedBoard()
    let chip = try start(board)
    let line = board.line(for: chip, overflow: overflow)
    let first = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    board.pause(nanoseconds: 205_000_000)
    let kept = line.wait(untilNanoseconds: board.nowNanoseconds)
    #expect(kept.status == 16)
    let expectedLast = overflow == .dropsNewest ? first.lastSequence + 16 : first.lastSequence + 20
    #expect(kept.lastSequence == expectedLast)
    #expect(kept.lastNanoseconds == first.lastNanoseconds + (expectedLast - first.lastSequence) * 10_000_000)
    let next = line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000)
    #expect(next.status == 1 && next.lastSequence == first.lastSequence + 21)
  }

  @Test func edgesFromBeforeTheRequest_areNobodys_butTheLevelTells() throws {
    let board = SimulatedBoard()
    let chip = try start(board, pin: 0x20)
    board.pause(nanoseconds: 100_000_000)
    let line = board.line(for: chip)
    #expect(line.level() == 1)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 100_000_000) == .deadline)
  }

  @Test func twoChipsOnOneLine_areJoined() throws {
    let board = SimulatedBoard()
    let a = try start(board, address: 0x68, pin: 0x20)
    let b = try start(board, address: 0x69, pin: 0x20)
    var accessA = RegisterAccess(board, a)
    var accessB = RegisterAccess(board, b)
    let line = board.line(for: a, b)
    _ = try accessA.read(0x3A)
    _ = try accessB.read(0x3A)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status >= 1)
    board.pause(nanoseconds: 20_000_000)
    _ = line.wait(untilNanoseconds: board.nowNanoseconds)
    _ = try accessA.read(0x3A)
    #expect(line.level() == 1, "the second chip still holds the line")
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000) == .deadline, "a held line has no edges")
    _ = try accessA.read(0x3A)
    _ = try accessB.read(0x3A)
    #expect(line.level() == 0)
    #expect(line.wait(untilNanoseconds: board.nowNanoseconds + 50_000_000).status == 1)
  }

  @Test func eachLine_hasItsOwnQueue() throws {
    let board = SimulatedBoard()
    let a = try start(board, address: 0x68)
    let b = try start(board, address: 0x69, divider: 4)
    let lineA = board.line(for: a)
    let lineB = board.line(for: b)
    board.pause(nanoseconds: 50_000_000)
    #expect(lineA.wait(untilNanoseconds: board.nowNanoseconds).status == 5)
    #expect(lineB.wait(untilNanoseconds: board.nowNanoseconds).status == 10)
  }

  /// Two chips on one wire: low while any of them pulls, and both see the edges that there are.
  @Test func openDrainPinsOnOneWire_makeAWiredOr() throws {
    let board = SimulatedBoard()
    let first = try start(board, pin: 0xE0)
    let second = try start(board, address: 0x69, divider: 9, pin: 0xE0)
    let lines = (0..<2).map { _ in board.line(for: [first, second], activeLow: true, bias: .pullUp) }
    for chip in [first, second] {
      var access = RegisterAccess(board, chip)
      _ = try access.read(0x3A)
    }
    let edges = lines.map { $0.wait(untilNanoseconds: board.nowNanoseconds + 20_000_000) }
    #expect(edges[0].status == 1 && edges[1].status == 1)
    #expect(edges[0].lastNanoseconds == edges[1].lastNanoseconds)
    // The other one's sample comes while the line is held: no edge.
    board.pause(nanoseconds: 10_000_000)
    #expect(lines.allSatisfy { $0.wait(untilNanoseconds: 0) == .deadline && $0.level() == 1 })
    var access = RegisterAccess(board, first)
    _ = try access.read(0x3A)
    #expect(lines[0].level() == 1, "the second chip still pulls")
    var other = RegisterAccess(board, second)
    _ = try other.read(0x3A)
    _ = try access.read(0x3A)
    #expect(lines[0].level() == 0)
    #expect(board.pinContentions == 0)
  }

  /// A pin that drives both ways fights with the others: push-pull, at rest high, while another one pulls.
  @Test func aPushPullPinOnASharedWire_isAContention() throws {
    let board = SimulatedBoard()
    let first = try start(board, pin: 0xE0)
    let second = try start(board, address: 0x69, pin: 0xA0)
    let line = board.line(for: [first, second], activeLow: true, bias: .pullUp)
    board.pause(nanoseconds: 30_000_000)
    #expect(line.level() == 1)
    var access = RegisterAccess(board, second)
    _ = try access.read(0x3A)
    #expect(board.pinContentions > 0)
    #expect(line.level() == 1)
  }
}
