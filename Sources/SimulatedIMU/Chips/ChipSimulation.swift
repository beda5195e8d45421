/// A chip behind the I2C bus, driven by the board: bytes go in and out, and time moves on.
///
/// All times are nanoseconds on the board's clock and never fall. Calls come under the board's lock; they neither
/// block nor allocate.
protocol ChipSimulation: AnyObject {
  /// When something happens next inside the chip by itself; `.max` for never.
  var nextEvent: UInt64 { get }
  /// When the next sample is due; `.max` while the chip takes none.
  var nextSample: UInt64 { get }
  /// When a pin may move next by itself: ``nextEvent`` while an interrupt is enabled or a pulse lasts, else `.max`.
  var nextPinMove: UInt64 { get }
  /// Samples taken since the chip was attached.
  var samplesTaken: UInt64 { get }
  /// Counts each time the chip wants to raise an interrupt, whether or not a pin moves by that.
  var interruptsRaised: UInt64 { get }
  /// Set by the chip whenever a pin, ``nextEvent`` or ``interruptsRaised`` may have changed; cleared by the board once its
  /// lines have followed.
  var isUnsettled: Bool { get set }
  /// Whether the chip listens to I2C at all.
  var acknowledges: Bool { get }

  func powerOn(at time: UInt64)
  func powerOff()
  /// Lets everything happen that is due at ``nextEvent``.
  func advance()

  /// A start condition with the chip's address. Called for each message.
  func begin(isRead: Bool, at time: UInt64)
  /// A byte from the controller, complete at `time`.
  func write(_ byte: UInt8, at time: UInt64)
  /// A byte for the controller, taken when its first bit goes out at `time`.
  func read(at time: UInt64) -> UInt8
  /// The register that the next byte concerns.
  var addressedRegister: UInt8 { get }
  /// The stop condition.
  func end(at time: UInt64)

  /// What a pin does.
  func output(_ pin: InterruptPin) -> PinOutput

  /// A register as it stands, without the side effects of reading it.
  func peek(_ register: UInt8, at time: UInt64) -> UInt8
  /// The stored bits of a register that a write may change.
  func writableBits(of register: UInt8) -> UInt8
  /// A fault in the silicon; others are ignored.
  func apply(_ fault: Fault, at time: UInt64)
  /// Begins to play a recording; false for a motion without samples of its own.
  func play(from start: UInt64) -> Bool
}
