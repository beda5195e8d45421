import IMUDrivers
import SimulatedIMU
import Testing

@Suite struct LSM6DS3FIFOTests {
  struct Status {
    var count: Int
    var flags: UInt8
    var pattern: Int
  }

  private func start(
    _ model: ChipModel, control3: UInt8 = 0x09, control4: UInt8 = 0, control5: UInt8 = 0x26, acceleration: UInt8 = 0x40,
    rate: UInt8 = 0x40, motion: some MotionSource = .moving(), busHertz: Int? = 400_000
  ) throws -> (SimulatedBoard, SimulatedChip) {
    let board = SimulatedBoard(busHertz: busHertz)
    let chip = board.attach(model, motion: motion)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 20)
    try access.write(0x44, to: 0x12)
    try access.write(acceleration, to: 0x10)
    try access.write(rate, to: 0x11)
    try access.write(control3, to: 0x08)
    try access.write(control4, to: 0x09)
    try access.write(control5, to: 0x0A)
    return (board, chip)
  }

  private func status(_ access: inout RegisterAccess) throws -> Status {
    let bytes = try access.read(0x3A, count: 4)
    return Status(
      count: Int(bytes[0]) | Int(bytes[1] & 0x0F) << 8, flags: bytes[1] & 0xF0,
      pattern: Int(bytes[2]) | Int(bytes[3]) << 8)
  }

  @Test func sets_areGyroThenAcceleration_withThePatternOfTheNextWord() throws {
    let (board, chip) = try start(.lsm6ds3, motion: .constant(distinctMotion), busHertz: nil)
    var access = RegisterAccess(board, chip)
    #expect(try status(&access).flags == 0x10)
    access.pause(milliseconds: 35)
    #expect(try status(&access).count == 18)
    let sample = try access.lsmSample()
    for word in 0..<18 {
      #expect(try status(&access).pattern == word % 6)
      #expect(littleEndian(try access.read(0x3E, count: 2)) == [sample[word % 6]])
    }
    #expect(try status(&access).flags == 0x10)
    #expect(littleEndian(try access.read(0x3E, count: 2)) == [sample[5]], "empty, it repeats its last word")
  }

  @Test func unequalDecimation_givesTheRepeatingPattern() throws {
    // Gyro each time, accelerometer each second time: G A G, nine words.
    let (board, chip) = try start(.lsm6ds3trc, control3: 0x0A, motion: .constant(distinctMotion))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 42)
    let sample = try access.lsmSample()
    let gyro = Array(sample[..<3])
    #expect(try status(&access).count == 18)
    let words = littleEndian(try access.read(0x3E, count: 36))
    #expect(words == sample + gyro + sample + gyro)
    #expect(try status(&access).pattern == 0)
  }

  @Test func decimationByThreeAndTwo_repeatsAfterSix() throws {
    let (board, chip) = try start(.lsm6ds3trc, control3: 0x03 | 0x02 << 3)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 1000)
    var patterns: [Int] = []
    for _ in 0..<45 {
      patterns.append(try status(&access).pattern)
      _ = try access.read(0x3E, count: 2)
    }
    // Six samples hold three gyro sets and two of the accelerometer: 15 words.
    #expect(patterns == (0..<45).map { $0 % 15 })
  }

  @Test(arguments: [(ChipModel.lsm6ds3, 4096), (.lsm6ds33, 4096), (.lsm6ds3trc, 2048), (.lsm6dsl, 2048)])
  func aFullFIFO_readsACountOfZeroButFlagsIt(model: ChipModel, words: Int) throws {
    let (board, chip) = try start(model)
    var access = RegisterAccess(board, chip)
    let whole = words / 6
    access.pause(nanoseconds: UInt64(Double(whole) / 104 * 1e9) - 5_000_000)
    let before = try status(&access)
    #expect(before.count == (whole - 1) * 6 && before.flags & 0x40 == 0)
    access.pause(milliseconds: 10)
    #expect(try status(&access).flags & 0x60 == 0x20, "the next set fills it")
    access.pause(milliseconds: 50)
    let full = try status(&access)
    #expect(full.count == 0)
    #expect(full.flags & 0x70 == 0x60)
    // The size is no multiple of the set: the oldest word is from the middle of one.
    #expect(full.pattern == (6 - words % 6) % 6)
  }

  @Test func theSiblingWithSmallFIFO_hasAWideCount() throws {
    let (board, chip) = try start(.lsm6ds3h)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 5000)
    #expect(try status(&access).count == 2048)
  }

  @Test func fifoMode_stopsWhenFull_andKeepsTheOldest() throws {
    let (board, chip) = try start(.lsm6ds3trc, control5: 0x21)
    var access = RegisterAccess(board, chip)
    let before = chip.samplesTaken
    while chip.samplesTaken == before { access.pause(milliseconds: 1) }
    let first = try access.lsmSample()
    access.pause(milliseconds: 8000)
    #expect(try access.lsmSample() != first)
    #expect(try status(&access).flags & 0x40 == 0x40)
    #expect(littleEndian(try access.read(0x3E, count: 12)) == first)
  }

  @Test func bypass_empties() throws {
    let (board, chip) = try start(.lsm6ds3)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 500)
    #expect(try status(&access).count > 0)
    try access.write(0x20, to: 0x0A)
    let empty = try status(&access)
    #expect(empty.count == 0 && empty.flags == 0x10 && empty.pattern == 0)
    access.pause(milliseconds: 500)
    #expect(try status(&access).count == 0)
  }

  @Test(arguments: [0x22, 0x24, 0x25, 0x27])
  func modesThatWaitOrMeanNothing_storeNothing(mode: Int) throws {
    let (board, chip) = try start(.lsm6ds3, control5: UInt8(mode))
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 500)
    #expect(try status(&access).flags == 0x10)
  }

  @Test func theFIFOsOwnRate_decimatesToo() throws {
    let (board, chip) = try start(.lsm6ds3, control5: 0x16, acceleration: 0x40, rate: 0x40)
    var access = RegisterAccess(board, chip)
    let before = chip.samplesTaken
    access.pause(milliseconds: 1000)
    let samples = Int(chip.samplesTaken - before)
    #expect(abs(try status(&access).count - samples / 4 * 6) <= 6)
  }

  @Test func withoutRate_nothingIsStored() throws {
    let (board, chip) = try start(.lsm6ds3, control5: 0x06)
    var access = RegisterAccess(board, chip)
    access.pause(milliseconds: 500)
    #expect(try status(&access).count == 0)
  }

  /// CTRL4_C bit 0 in the first generation, FIFO_CTRL4 bit 7 in the second; each is inert in the other.
  @Test(arguments: [(ChipModel.lsm6ds3, true), (.lsm6ds3, false), (.lsm6ds3trc, true), (.lsm6ds3trc, false)])
  func stopOnThreshold_hasItsPlaceByGeneration(model: ChipModel, usesOwnBit: Bool) throws {
    let (board, chip) = try start(model)
    var access = RegisterAccess(board, chip)
    try access.write(0x20, to: 0x0A)
    try access.write(30, to: 0x06)
    let isFirstGenerationBit = (model == .lsm6ds3) == usesOwnBit
    try access.write(isFirstGenerationBit ? 0x01 : 0x80, to: isFirstGenerationBit ? 0x13 : 0x09)
    try access.write(0x26, to: 0x0A)
    access.pause(milliseconds: 500)
    let now = try status(&access)
    #expect(usesOwnBit ? now.count == 30 : now.count > 250)
    #expect(now.flags & 0x80 == 0x80)
  }

  @Test(arguments: [(ChipModel.lsm6ds3, 4096 - 24), (.lsm6ds3trc, 2048 - 24)])
  func theThreshold_isAsWideAsTheCount(model: ChipModel, words: Int) throws {
    let (board, chip) = try start(model, control3: 0x09, acceleration: 0x80, rate: 0x80)
    var access = RegisterAccess(board, chip)
    try access.write(0x46, to: 0x0A)
    try access.write(UInt8(words & 0xFF), to: 0x06)
    try access.write(UInt8(words >> 8) | 0x08, to: 0x07)
    while true {
      let now = try status(&access)
      if now.flags & 0x80 != 0 {
        #expect(now.count >= words && now.count <= words + 12)
        break
      }
      try #require(now.flags & 0x40 == 0, "over-run before the threshold")
      access.pause(milliseconds: 1)
    }
  }

  @Test func theFourthSet_carriesTheTimestamp() throws {
    let (board, chip) = try start(.lsm6ds3, control4: 0x08)
    var access = RegisterAccess(board, chip)
    try access.write(0x80, to: 0x58)
    try access.write(0x10, to: 0x5C)
    try access.write(0x80, to: 0x07)
    try access.write(0x20, to: 0x0A)
    try access.write(0x26, to: 0x0A)
    access.pause(milliseconds: 100)
    var last = 0
    for _ in 0..<8 {
      let set = try access.read(0x3E, count: 18)
      let timestamp = Int(set[12]) << 8 | Int(set[13]) << 16 | Int(set[15])
      if last > 0 { #expect(abs(timestamp - last - 385) <= 1) }
      last = timestamp
    }
  }

  @Test func theStatus_isOfOneMoment() throws {
    let (board, chip) = try start(.lsm6ds3, control5: 0x46, acceleration: 0x80, rate: 0x80)
    var access = RegisterAccess(board, chip)
    var sets = 0
    for _ in 0..<200 {
      access.pause(nanoseconds: 333_333)
      let count = try status(&access).count
      #expect(count % 6 == 0)
      sets += count / 6
      if count > 0 { _ = try access.read(0x3E, count: 2 * count) }
    }
    #expect(sets > 200)
  }
}
