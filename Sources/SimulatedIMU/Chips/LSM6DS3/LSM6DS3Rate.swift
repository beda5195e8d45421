/// A step on the ladder of data rates, each about twice the one below.
///
/// The fastest sensor sets the pace at its nominal rate; a slower one samples each 2^n-th time, so that rates that the
/// datasheet calls 12.5 and 26 Hz stay in step, as those of the chip do.
struct LSM6DS3Rate: BitwiseCopyable, Equatable {
  /// 1 is 12.5 Hz; -2 is 1.6 Hz.
  private let step: Int?

  static let off = LSM6DS3Rate(step: nil)

  private init(step: Int?) { self.step = step }

  /// An accelerometer's code (CTRL1_XL bits 7:4); codes without a meaning switch off. Code 11 is 1.6 Hz in the second
  /// generation; sources disagree about it in the first, where it is off here.
  init(accelerationCode code: UInt8, isSecondGeneration: Bool) {
    switch code {
    case 1...10: step = Int(code)
    case 11 where isSecondGeneration: step = -2
    default: step = nil
    }
  }

  /// A gyro's code (CTRL2_G bits 7:4): up to 1.66 kHz in the first generation, 6.66 kHz in the second.
  init(rateCode code: UInt8, isSecondGeneration: Bool) {
    step = (1...(isSecondGeneration ? 10 : 8)).contains(code) ? Int(code) : nil
  }

  /// A FIFO's code (FIFO_CTRL5 bits 6:3).
  init(fifoCode code: UInt8) { step = (1...10).contains(code) ? Int(code) : nil }

  var isOn: Bool { step != nil }

  /// In Hz (datasheet LSM6DS3TR-C, tables 52 and 55); 0 when off.
  var hertz: Double {
    switch step {
    case -2: 1.6
    case 1: 12.5
    case 2: 26
    case 3: 52
    case 4: 104
    case 5: 208
    case 6: 416
    case 7: 833
    case 8: 1666
    case 9: 3332
    case 10: 6664
    default: 0
    }
  }

  func faster(_ other: LSM6DS3Rate) -> LSM6DS3Rate { (step ?? .min) >= (other.step ?? .min) ? self : other }

  /// Whether this rate has a sample at a count of a clock that runs at `clock`; one faster than the clock has it each time.
  func isDue(_ count: UInt64, of clock: LSM6DS3Rate) -> Bool {
    guard let step, let base = clock.step else { return false }
    return step >= base || count % (1 << UInt64(base - step)) == 0
  }
}
