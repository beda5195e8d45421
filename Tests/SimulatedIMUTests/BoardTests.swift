import CRealtime
import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct BoardTests {
  @Test func aBurst_takesItsBitsOnTheBus() throws {
    for (hertz, nanoseconds) in [(400_000, 390_000), (100_000, 1_560_000)] as [(Int, UInt64)] {
      let board = SimulatedBoard(busHertz: hertz)
      let chip = board.attach(.mpu6050, motion: .still(), options: ChipOptions(powerOnNanoseconds: 0))
      var access = RegisterAccess(board, chip)
      let began = board.nowNanoseconds
      _ = try access.mpuSample()
      // 17 bytes of 9 bits, a start, a repeated start and a stop: 156 bit times.
      #expect(board.nowNanoseconds - began == nanoseconds)
    }
  }

  @Test func aBusWithoutBitRate_takesNoTime() throws {
    let board = SimulatedBoard(busHertz: nil)
    let chip = board.attach(.mpu6050, motion: .still(), options: ChipOptions(powerOnNanoseconds: 0))
    var access = RegisterAccess(board, chip)
    let began = board.nowNanoseconds
    _ = try access.mpuSample()
    #expect(board.nowNanoseconds == began)
  }

  @Test func twoChipsOnOneBus_neverMix() throws {
    let board = SimulatedBoard()
    let up = board.attach(.mpu6050, address: 0x68, motion: .still())
    let down = board.attach(
      .mpu6050, address: 0x69, motion: .still(pose: TrueOrientation(roll: .pi, pitch: 0, yaw: 0)))
    let third = board.attach(.lsm6ds3trc, address: 0x6A, motion: .still())
    var accessUp = RegisterAccess(board, up)
    var accessDown = RegisterAccess(board, down)
    var accessThird = RegisterAccess(board, third)
    try accessUp.wakeMPU()
    try accessDown.wakeMPU(accelRange: 1)
    try accessThird.write(0x40, to: 0x10)
    for _ in 0..<20 {
      board.pause(nanoseconds: 20_000_000)
      #expect(try accessUp.mpuSample()[2] == 16384)
      #expect(try accessDown.mpuSample()[2] == -8192)
      #expect(try accessThird.lsmSample()[5] == 16393)
    }
  }

  /// Everything a run over two chips shows: bytes, edges and times.
  private func run() throws -> ([[Int16]], [EdgeWait], [TracedTransaction]) {
    let board = SimulatedBoard()
    let noise = SeededNoise(seed: 7, angularRate: 0.01, specificForce: 0.05)
    let chip = board.attach(.mpu6050, motion: .moving(noise: noise), options: ChipOptions(clockError: 0.013))
    let other = board.attach(.lsm6ds3, motion: .rotation(about: SIMD3(1, 2, 3), rate: 2, noise: noise))
    board.startTrace()
    var access = RegisterAccess(board, chip)
    var otherAccess = RegisterAccess(board, other)
    try access.wakeMPU(divider: 4)
    try otherAccess.write(0x50, to: 0x10)
    try otherAccess.write(0x50, to: 0x11)
    let line = board.line(for: chip)
    chip.inject(.doubleEdges(3))
    var samples: [[Int16]] = []
    var edges: [EdgeWait] = []
    for _ in 0..<200 {
      edges.append(line.wait(untilNanoseconds: board.nowNanoseconds + 7_000_000))
      samples.append(try access.mpuSample())
      samples.append(try otherAccess.lsmSample())
    }
    return (samples, edges, board.stopTrace())
  }

  @Test func theSameCalls_giveTheSameBytesAndTimes() throws {
    let first = try run()
    let second = try run()
    #expect(first.0 == second.0)
    #expect(first.1 == second.1)
    #expect(first.2 == second.2)
    #expect(Set(first.0).count > 300, "the run shows motion")
  }

  @Test func theTrace_holdsEachTransaction_onlyWhileItIsOn() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 10)
    _ = try access.read(0x6B)
    board.startTrace()
    let began = board.nowNanoseconds
    try access.write(0x80, to: 0x6B)
    _ = try access.read(0x75)
    chip.inject(.noAcknowledge(1))
    #expect(throws: BusError.self) { try access.read(0x75) }
    let trace = board.stopTrace()
    #expect(trace.map(\.description) == ["68 W 6B 80 -> 1", "68 W 75, 68 R 68 -> 2", "68 W 75, 68 R 68 -> -121"])
    #expect(trace[0].startNanoseconds == began && trace[2].endNanoseconds == board.nowNanoseconds)
    #expect(trace[0].endNanoseconds == trace[1].startNanoseconds)
    _ = try access.read(0x75)
    #expect(board.stopTrace().isEmpty)
  }

  @Test func withoutPower_theChipIsSilentAndForgets() throws {
    let board = SimulatedBoard()
    let chip = board.attach(.mpu6050, motion: .still())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(gyroRange: 3)
    #expect(chip.register(0x1B) == 0x18)
    chip.powerOff()
    #expect(throws: BusError.self) { try access.read(0x75) }
    let count = chip.samplesTaken
    access.pause(milliseconds: 100)
    chip.powerOn()
    #expect(throws: BusError.self) { try access.read(0x75) }
    access.pause(milliseconds: 6)
    #expect(try access.read(0x6B) == 0x40)
    #expect(try access.read(0x1B) == 0)
    #expect(chip.samplesTaken == count)
  }

  @Test func inRealTime_edgesComeInOrderWithTheirIdealTimes() throws {
    let board = SimulatedBoard(clock: .realTime)
    let chip = board.attach(.mpu6050, motion: .moving())
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(divider: 0)
    let line = board.line(for: chip)
    var times: [UInt64] = []
    for _ in 0..<20 {
      let edges = line.wait(untilNanoseconds: access.now + 5_000_000_000)
      try #require(edges.status > 0)
      #expect(edges.lastNanoseconds <= access.now, "an edge is never from the future")
      times.append(edges.lastNanoseconds)
      _ = try access.mpuSample()
    }
    // Whatever the scheduler does, edges are stamped with the chip's own instants.
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect(later > earlier && (later - earlier) % 1_000_000 == 0)
    }
    let deadline = access.now + 2_000_000
    access.pause(nanoseconds: 2_000_000)
    #expect(access.now >= deadline)
  }

  @Test func inRealTime_threadsMayShareABoard() async throws {
    let board = SimulatedBoard(clock: .realTime, busHertz: nil)
    let chips = [UInt8(0x68), 0x69].map {
      board.attach(.mpu6050, address: $0, motion: .still(), options: ChipOptions(powerOnNanoseconds: 0))
    }
    let identities = try await withThrowingTaskGroup(of: Int.self) { group in
      for chip in chips {
        group.addTask {
          var access = RegisterAccess(board, chip)
          var sum = 0
          for _ in 0..<100 { sum += Int(try access.read(0x75)) }
          return sum
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(identities == [100 * 0x68, 100 * 0x68])
  }

  @Test(arguments: [10_000, 400_000])
  func inRealTime_theTimeOfTheBusRunsAheadByTheLengthOfATransfer(busHertz: Int) throws {
    let board = SimulatedBoard(clock: .realTime, busHertz: busHertz)
    let chip = board.attach(.mpu6050, motion: .still(), options: ChipOptions(powerOnNanoseconds: 0))
    var access = RegisterAccess(board, chip)
    for _ in 0..<20 {
      let before = access.now
      _ = try access.read(0x75)
      // Two address bytes, register and value at 9 bits, two starts and a stop: 39 bits.
      #expect(access.now >= before + 39 * UInt64(1_000_000_000 / busHertz))
      let clock = crt_now()
      #expect(access.now >= clock, "the bus's time is never behind the clock")
      #expect(access.now <= crt_now() + 1_000_000, "nor far ahead of it")
    }
  }
}
