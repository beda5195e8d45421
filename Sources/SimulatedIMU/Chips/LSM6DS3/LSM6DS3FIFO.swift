/// The FIFO of an LSM6DS3 with what it knows of its own state.
struct LSM6DS3FIFO {
  /// FIFO_STATUS1 to 4 at one moment.
  struct Status: BitwiseCopyable {
    var count: Int
    var countMask: UInt16
    var flags: UInt8
    var place: UInt16

    /// The flags in the bits of INT1_CTRL: threshold 3, over-run 4, full 5.
    var interrupts: UInt8 {
      (flags & LSM6DS3Bits.statusThreshold) >> 4 | (flags & LSM6DS3Bits.statusOverrun) >> 2
        | flags & LSM6DS3Bits.statusFull
    }

    func byte(_ index: UInt8) -> UInt8 {
      // The count of a full FIFO does not fit its bits and reads as 0.
      let count = UInt16(truncatingIfNeeded: self.count) & countMask
      return switch index {
      case 0: UInt8(truncatingIfNeeded: count)
      case 1: UInt8(truncatingIfNeeded: count >> 8) | flags
      case 2: UInt8(truncatingIfNeeded: place)
      default: UInt8(truncatingIfNeeded: place >> 8) & 0x03
      }
    }
  }

  private var words: WordFIFO
  private var lowTaken: UInt16?
  private(set) var heldStatus: Status?
  /// FIFO samples since the set began anew.
  private var sampleCount: UInt64 = 0
  private var nextPlace: UInt16 = 0

  init(capacity: Int) { words = WordFIFO(capacity: capacity) }

  /// Whether a mode stores: FIFO, stream to FIFO, continuous. The modes that wait for an event (4) find none here, and
  /// mode 3 never leaves its stream.
  static func isStoring(mode: UInt8) -> Bool {
    switch mode & 0x07 {
    case 1, 3, 6: true
    default: false
    }
  }

  /// Samples per stored one by decimation code; 0 for none.
  static func decimation(_ code: UInt8) -> UInt64 {
    switch code & 0x07 {
    case 0: 0
    case 1: 1
    case 2: 2
    case 3: 3
    case 4: 4
    case 5: 8
    case 6: 16
    default: 32
    }
  }

  var count: Int { words.count }
  var capacity: Int { words.capacity }
  var place: UInt16 { words.nextPlace }

  mutating func reset() {
    words.reset()
    lowTaken = nil
    beginSet()
  }

  /// The next sample is the first of a set.
  mutating func beginSet() {
    sampleCount = 0
    nextPlace = 0
  }

  /// Counts a FIFO sample.
  /// - Parameter period: samples after which the pattern of data sets repeats.
  /// - Returns: its number since the set began.
  mutating func nextSample(period: UInt64) -> UInt64 {
    defer { sampleCount += 1 }
    if sampleCount % period == 0 { nextPlace = 0 }
    return sampleCount
  }

  /// Adds a word unless the FIFO holds `limit` and stops when full.
  mutating func store(_ word: UInt16, limit: Int, stopsWhenFull: Bool) {
    let place = nextPlace
    nextPlace += 1
    if words.count >= limit {
      if stopsWhenFull { return }
      words.drop(words.count - limit + 1)
    }
    words.push(word, place: place)
  }

  mutating func drop(_ count: Int) { words.drop(count) }

  /// The word leaves the FIFO with its low byte, so that its high byte belongs to it whatever happens between.
  mutating func readLow() -> UInt8 {
    let word = words.pop()
    lowTaken = word
    return UInt8(truncatingIfNeeded: word)
  }

  mutating func readHigh() -> UInt8 {
    let word = lowTaken ?? words.pop()
    lowTaken = nil
    return UInt8(truncatingIfNeeded: word >> 8)
  }

  /// Reading FIFO_STATUS1 fixes the other three for the rest of the transaction.
  mutating func holdStatus(_ status: Status) { heldStatus = status }
  mutating func releaseStatus() { heldStatus = nil }
}
