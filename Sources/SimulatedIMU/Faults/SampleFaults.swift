/// What ails the words of a chip's samples: the silicon's own faults, the same in both families.
struct SampleFaults {
  /// No word moves any more.
  private(set) var isFrozen = false
  private var isZero = false
  /// Words that are held, by bit of their index, and what at.
  private var held: UInt8 = 0
  private var values = SIMD8<Int16>.zero

  /// Takes a fault of this kind over; others are none of its business.
  /// - Parameter sample: the chip's present words.
  mutating func apply(_ fault: Fault, to sample: RawSample) {
    switch fault {
    case .freeze(let freezes): isFrozen = freezes
    case .zeros(let zeros): isZero = zeros
    case .freezeWord(let word, true): hold(word, at: sample.words[word.index])
    case .setWord(let word, let value?): hold(word, at: value)
    case .freezeWord(let word, false), .setWord(let word, nil): held &= ~(1 << UInt8(word.index))
    default: break
    }
  }

  /// The sample as it comes out of the sick chip.
  func applied(to sample: RawSample) -> RawSample {
    guard held != 0 || isZero else { return sample }
    var words = isZero ? .zero : sample.words
    times(7) { if held & (1 << UInt8($0)) != 0 { words[$0] = values[$0] } }
    return RawSample(words: words)
  }

  private mutating func hold(_ word: SensorWord, at value: Int16) {
    held |= 1 << UInt8(word.index)
    values[word.index] = value
  }
}

extension RawSample {
  /// Acceleration x to z, rate x to z, temperature; the last is unused.
  fileprivate var words: SIMD8<Int16> {
    SIMD8(
      acceleration.x, acceleration.y, acceleration.z, angularRate.x, angularRate.y, angularRate.z, temperature, 0)
  }

  fileprivate init(words: SIMD8<Int16>) {
    self.init(
      acceleration: SIMD3(words[0], words[1], words[2]), angularRate: SIMD3(words[3], words[4], words[5]),
      temperature: words[6])
  }
}
