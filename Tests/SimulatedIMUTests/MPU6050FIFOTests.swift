import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct MPU6050FIFOTests {
  /// A chip at 100 Hz whose FIFO takes the sources of `enabled`.
  private func start(
    _ model: ChipModel = .mpu6050, sources enabled: UInt8 = 0x78, motion: some MotionSource = .constant(distinctMotion)
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard()
    let chip = board.attach(model, motion: motion)
    var access = RegisterAccess(board, chip)
    try access.wakeMPU(gyroRange: 1)
    try access.write(0x04, to: 0x6A)
    try access.write(0x40, to: 0x6A)
    try access.write(enabled, to: 0x23)
    return (board, chip)
  }

  private func count(_ access: inout RegisterAccess) throws -> Int {
    let bytes = try access.read(0x72, count: 2)
    return Int(bytes[0]) << 8 | Int(bytes[1])
  }

  @Test func frames_holdTheEnabledSourcesInOrderOfTheirRegisters() throws {
    for (enabled, words) in [
      (0x78, [0, 1, 2, 4, 5, 6]), (0xF8, [0, 1, 2, 3, 4, 5, 6]), (0x08, [0, 1, 2]), (0x70, [4, 5, 6]), (0xA0, [3, 5]),
    ] as [(UInt8, [Int])] {
      let (board, chip) = try start(sources: enabled)
      var access = RegisterAccess(board, chip)
      access.pause(milliseconds: 35)
      let sample = try access.mpuSample()
      #expect(try count(&access) == 3 * 2 * words.count)
      let frames = bigEndian(try access.read(0x74, count: 3 * 2 * words.count))
      #expect(frames == words.map { sample[$0] } + words.map { sample[$0] } + words.map { sample[$0] })
      #expect(try count(&access) == 0)
    }
  }

  @Test func thePort_doesNotMoveOn() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 15)
    let bytes = try access.read(0x73, count: 13)
    #expect(bytes[0] == 0, "the low byte alone is what it was when the high byte was read last")
    let sample = try access.mpuSample()
    #expect(bigEndian(Array(bytes[1...])) == [0, 1, 2, 4, 5, 6].map { sample[$0] })
  }

  @Test(arguments: [(ChipModel.mpu6050, 1024), (.mpu6500, 512), (.icm20602, 1008), (.mpu6880, 4096), (.icm20608, 512)])
  func aFullFIFO_flagsOverwritesAndLosesItsFrames(model: ChipModel, size: Int) throws {
    // Each frame carries its number in all six words.
    let frames = (0..<1000).map { index in
      ScriptedMotion.KeyFrame(
        nanoseconds: UInt64(index) * 10_000_000,
        motion: Motion(
          specificForce: SIMD3(repeating: Double(index) / 16384 * 9.80665),
          angularRate: SIMD3(repeating: Double(index) / 65.5 * .pi / 180)))
    }
    let (board, chip) = try start(model, motion: .scripted(frames, interpolation: .hold))
    var access = RegisterAccess(board, chip)
    let capacity = size / 12
    access.pause(milliseconds: UInt64(capacity) * 10 - 5)
    _ = try access.read(0x3A)
    #expect(try count(&access) == (capacity - 1) * 12 || count(&access) == capacity * 12)
    access.pause(milliseconds: 100)
    #expect(try access.read(0x3A) & 0x10 == 0x10)
    #expect(try count(&access) == size, "the count saturates")
    let words = bigEndian(try access.read(0x74, count: size))
    // The oldest bytes are gone; what is left ends with a whole frame and begins in the middle of one.
    let last = words[words.count - 1]
    #expect(words.suffix(6).allSatisfy { $0 == last })
    let offset = size % 12 / 2
    if offset > 0 {
      #expect(words[..<offset].allSatisfy { $0 == words[0] })
      #expect(words[offset] == words[0] + 1)
    }
  }

  @Test func anEmptyFIFO_givesItsLastByteAgain() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 15)
    let bytes = try access.read(0x74, count: 14)
    #expect(bytes[12] == bytes[11] && bytes[13] == bytes[11])
    #expect(try count(&access) == 0)
  }

  @Test func reset_needsTheFIFOSwitchedOff() throws {
    let (board, chip) = try start()
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 35)
    try access.write(0x44, to: 0x6A)
    #expect(try count(&access) == 36)
    try access.write(0x04, to: 0x6A)
    #expect(try count(&access) == 0)
    #expect(try access.read(0x6A) == 0, "the reset bit clears itself")
    access.pause(milliseconds: 35)
    #expect(try count(&access) == 0, "switched off it stores nothing")
  }

  @Test func laterChips_canStopWhenFull() throws {
    let (board, chip) = try start(.mpu6500, motion: .moving())
    var access = RegisterAccess(board, chip)
    try access.write(0x43, to: 0x1A)
    access.pause(milliseconds: 1000)
    #expect(try access.read(0x3A) & 0x10 == 0x10)
    #expect(try count(&access) == 512)
    let first = try access.read(0x74, count: 512)
    #expect(bigEndian(first)[2] != 0)
  }

  @Test func samplesThatArriveDuringTheDrain_areWhole() throws {
    let (board, chip) = try start(motion: .moving())
    var access = RegisterAccess(board, chip)
    try access.write(0x00, to: 0x19)
    var total = 0
    for _ in 0..<50 {
      access.pause(milliseconds: 20)
      let available = try count(&access)
      #expect(available % 12 == 0)
      total += available / 12
      _ = try access.read(0x74, count: available)
    }
    #expect(try access.read(0x3A) & 0x10 == 0)
    #expect(total > 1000)
  }
}
