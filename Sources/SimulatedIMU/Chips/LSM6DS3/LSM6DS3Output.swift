/// The output registers of an LSM6DS3: what the bus sees of the newest sample, and which of it is new.
struct LSM6DS3Output {
  /// Words in order of their registers: temperature, rate, acceleration.
  static let temperatureWords = 0..<1
  static let rateWords = 1..<4
  static let accelerationWords = 4..<7

  /// STATUS_REG: bit 0 acceleration, bit 1 rate, bit 2 temperature.
  private(set) var status: UInt8 = 0
  private var bytes: (UInt64, UInt64) = (0, 0)
  private var newest = SIMD8<UInt16>.zero
  /// Words of which only one half has been read, by bit; BDU holds them until the other half is.
  private var lowRead: UInt8 = 0
  private var highRead: UInt8 = 0

  /// Takes over words of a sample.
  /// - Parameters:
  ///   - ready: the status bit that the words raise; 0 for none.
  ///   - mode: CTRL3_C.
  mutating func update(_ words: Range<Int>, from sample: RawSample, ready: UInt8, mode: UInt8) {
    times(words.count) { index in
      let word = words.lowerBound + index
      newest[word] = UInt16(bitPattern: sample.lsm6ds3Word(word))
      let isHeld = (lowRead ^ highRead) & (1 << UInt8(word)) != 0
      if mode & LSM6DS3Bits.blockDataUpdate == 0 || !isHeld { publish(word, mode: mode) }
    }
    status |= ready
  }

  /// Reads a byte, 0 to 13: the high half of any word ends its sensor's "new" flag.
  mutating func read(_ offset: UInt8, mode: UInt8) -> UInt8 {
    let byte = peek(offset)
    let word = Int(offset / 2)
    let bit = UInt8(1) << UInt8(word)
    let isHigh = (offset % 2 == 1) != (mode & LSM6DS3Bits.bigEndian != 0)
    if isHigh {
      highRead |= bit
      switch word {
      case 0: status &= ~LSM6DS3Bits.temperatureReady
      case 1...3: status &= ~LSM6DS3Bits.rateReady
      default: status &= ~LSM6DS3Bits.accelerationReady
      }
    } else {
      lowRead |= bit
    }
    if lowRead & highRead & bit != 0 {
      lowRead &= ~bit
      highRead &= ~bit
      publish(word, mode: mode)
    }
    return byte
  }

  func peek(_ offset: UInt8) -> UInt8 {
    let half = offset < 8 ? bytes.0 : bytes.1
    return UInt8(truncatingIfNeeded: half >> (8 * UInt64(offset % 8)))
  }

  /// Moves a word into its registers, high byte first with BLE.
  private mutating func publish(_ word: Int, mode: UInt8) {
    let value = mode & LSM6DS3Bits.bigEndian != 0 ? newest[word].byteSwapped : newest[word]
    let shift = 16 * UInt64(word % 4)
    let mask = ~(UInt64(0xFFFF) << shift)
    if word < 4 {
      bytes.0 = (bytes.0 & mask) | UInt64(value) << shift
    } else {
      bytes.1 = (bytes.1 & mask) | UInt64(value) << shift
    }
  }
}

extension RawSample {
  /// A word of the output registers: temperature, rate x to z, acceleration x to z.
  func lsm6ds3Word(_ index: Int) -> Int16 {
    switch index {
    case 0: temperature
    case 1...3: angularRate[index - 1]
    default: acceleration[index - 4]
    }
  }
}
