import Foundation
import Pipeline

/// What a handler of the accelerometer is given: a sample, or why there is none.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void
/// What a handler of the gyroscope is given: a sample, or why there is none.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void
/// What a handler of the magnetometer is given.
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void
/// What a handler of device motion is given: a value, or why there is none.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// The source of motion: accelerometer, gyroscope and what the fusion makes of both, by pull and by push.
///
///     let manager = CMMotionManager()
///     manager.deviceMotionUpdateInterval = 1.0 / 60
///     manager.startDeviceMotionUpdates(to: .main) { motion, error in
///       guard let motion else { return }
///       print(motion.attitude.pitch)
///     }
///
/// Safe from any thread. Any number of managers may be active; they share the board's one pipeline. All of a manager's kinds
/// stop when it goes. The first start of a chip takes a few hundred milliseconds, in which the call waits.
///
/// Blocks on the main queue run only while the main run loop does: command-line programs call `RunLoop.main.run()` or
/// `dispatchMain()`.
open class CMMotionManager: NSObject, @unchecked Sendable {
  // Ownership: everything below is immutable or guards itself.

  /// Where this manager's data comes from.
  public let board: MotionBoard
  let channels: SensorChannels
  private let settings = Guarded(Settings())

  private struct Settings {
    var showsDeviceMovementDisplay = false
    var delivery = DeliveryPolicy()
  }

  /// A manager of ``MotionBoard/standard``. Opens nothing and starts nothing.
  public override init() {
    board = .standard
    channels = SensorChannels(board)
    super.init()
  }

  /// A manager of a board. Opens nothing and starts nothing.
  public init(board: MotionBoard) {
    self.board = board
    channels = SensorChannels(board)
    super.init()
  }

  /// Whether a display may ask the user to move the device. Kept, and without effect: no supported chip has a magnetometer that
  /// would need it.
  open var showsDeviceMovementDisplay: Bool {
    get { settings.withLock { $0.showsDeviceMovementDisplay } }
    set { settings.withLock { $0.showsDeviceMovementDisplay = newValue } }
  }

  /// How values reach handlers. A change takes effect with the next start.
  public var delivery: DeliveryPolicy {
    get { settings.withLock { $0.delivery } }
    set { settings.withLock { $0.delivery = newValue } }
  }

  // MARK: Accelerometer

  /// Seconds between two samples, from 0.01 up, kept exactly; less is clamped to 0.01 and read back so, and 0, negative and NaN mean that, too.
  /// Default: 0.01. The first sample comes at once, and a change takes effect with the next one; infinity brings the first alone.
  open var accelerometerUpdateInterval: TimeInterval {
    get { channels.accelerometer.seconds }
    set { channels.accelerometer.seconds = newValue }
  }

  /// Whether the board has a chip that answers; see ``unavailability(of:)`` for the reason if not.
  open var isAccelerometerAvailable: Bool { unavailability(of: .accelerometer) == nil }

  /// Whether the accelerometer has been started and not stopped since; device motion does not count.
  open var isAccelerometerActive: Bool { channels.accelerometer.isActive }

  /// The latest sample, an object of its own with each read. Nil when not active, before the first sample, and when the
  /// chip has been silent for longer than the configuration allows.
  open var accelerometerData: CMAccelerometerData? { channels.accelerometer.latest?.accelerometerData }

  /// Samples for ``accelerometerData``. Does nothing if active; when not available it stays inactive.
  open func startAccelerometerUpdates() { begin(.accelerometer) }

  /// Samples for ``accelerometerData``, and calls a handler with each as operations on a queue, one after the other and in order. A second start
  /// replaces the handler. When not available it stays inactive, and the handler gets one error; of a chip that is lost while others use
  /// it the handler is told, too, and gets values when it is back.
  open func startAccelerometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler) {
    begin(.accelerometer, to: queue, value: \.accelerometerData, handler: handler)
  }

  /// Ends it: no call of the handler begins after the return, what waited is dropped, and the property is nil. A call that is under way on
  /// another thread is waited for, at most 0.1 s.
  open func stopAccelerometerUpdates() { channels.accelerometer.stop() }

  // MARK: Gyroscope

  /// Seconds between two samples, from 0.01 up, kept exactly; less is clamped to 0.01 and read back so, and 0, negative and NaN mean that, too.
  /// Default: 0.01. The first sample comes at once, and a change takes effect with the next one; infinity brings the first alone.
  open var gyroUpdateInterval: TimeInterval {
    get { channels.gyro.seconds }
    set { channels.gyro.seconds = newValue }
  }

  /// Whether the board has a chip that answers; see ``unavailability(of:)`` for the reason if not.
  open var isGyroAvailable: Bool { unavailability(of: .gyro) == nil }

  /// Whether the gyroscope has been started and not stopped since; device motion does not count.
  open var isGyroActive: Bool { channels.gyro.isActive }

  /// The latest sample, an object of its own with each read. Nil when not active, before the first sample, and when the
  /// chip has been silent for longer than the configuration allows.
  open var gyroData: CMGyroData? { channels.gyro.latest?.gyroData }

  /// Samples for ``gyroData``. Does nothing if active; when not available it stays inactive.
  open func startGyroUpdates() { begin(.gyro) }

  /// Samples for ``gyroData``, and calls a handler with each as operations on a queue, one after the other and in order. A second start
  /// replaces the handler. When not available it stays inactive, and the handler gets one error; of a chip that is lost while others use
  /// it the handler is told, too, and gets values when it is back.
  open func startGyroUpdates(to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler) {
    begin(.gyro, to: queue, value: \.gyroData, handler: handler)
  }

  /// Ends it: no call of the handler begins after the return, what waited is dropped, and the property is nil. A call that is under way on
  /// another thread is waited for, at most 0.1 s.
  open func stopGyroUpdates() { channels.gyro.stop() }

  // MARK: Magnetometer

  // No supported chip has a magnetometer: never available, never active, and a start says so.

  /// Seconds between two samples; kept and clamped like the others. Default: 0.01.
  open var magnetometerUpdateInterval: TimeInterval {
    get { channels.magnetometer.seconds }
    set { channels.magnetometer.seconds = newValue }
  }

  /// False: no supported chip has a magnetometer.
  open var isMagnetometerAvailable: Bool { unavailability(of: .magnetometer) == nil }

  /// False: it can't be started.
  open var isMagnetometerActive: Bool { channels.magnetometer.isActive }

  /// Nil: there is never a sample.
  open var magnetometerData: CMMagnetometerData? { nil }

  /// Does nothing, since there is no magnetometer.
  open func startMagnetometerUpdates() {}

  /// Gives the handler one error, ``CMErrorNotAvailable``.
  open func startMagnetometerUpdates(to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler) {
    refuse(.magnetometer, .noMagnetometer, to: queue) { handler(nil, $0) }
  }

  /// Ends it: an error that was not told yet is told no more.
  open func stopMagnetometerUpdates() { channels.magnetometer.stop() }

  // MARK: Device motion

  /// Seconds between two values, from 0.01 up, kept exactly; less is clamped to 0.01 and read back so, and 0, negative and NaN mean that, too.
  /// Default: 0.01. The first value comes at once, and a change takes effect with the next one; infinity brings the first alone. A control
  /// loop asks for more than 100 Hz by `setUpdateInterval(_:of:)`.
  open var deviceMotionUpdateInterval: TimeInterval {
    get { channels.motion.seconds }
    set { channels.motion.seconds = newValue }
  }

  /// Whether the board has a chip that answers; see ``unavailability(of:)`` for the reason if not.
  open var isDeviceMotionAvailable: Bool { unavailability(of: .deviceMotion) == nil }

  /// Whether device motion has been started and not stopped since.
  open var isDeviceMotionActive: Bool { channels.motion.isActive }

  /// The latest value, an object with an attitude of its own with each read, so that changing one harms no later one. Nil when not
  /// active, before the first value, and when the chip has been silent for longer than the configuration allows.
  open var deviceMotion: CMDeviceMotion? {
    channels.motion.latest.map { $0.deviceMotion(yawZero: channels.motion.yawZero) }
  }

  /// The frames that work: ``CMAttitudeReferenceFrame/xArbitraryZVertical`` alone, since the others need a magnetometer.
  open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame { .xArbitraryZVertical }

  /// The frame in use, else that last used, else ``CMAttitudeReferenceFrame/xArbitraryZVertical``. All three are the same here.
  open var attitudeReferenceFrame: CMAttitudeReferenceFrame { .xArbitraryZVertical }

  /// Makes values for ``deviceMotion``, whose yaw begins at 0. Does nothing if active; when not available it stays inactive.
  open func startDeviceMotionUpdates() { begin(.deviceMotion) }

  /// The same in a frame; one that is not offered leaves device motion inactive.
  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
    guard referenceFrame == .xArbitraryZVertical else { return channels.motion.stop() }
    begin(.deviceMotion)
  }

  /// Makes values for ``deviceMotion``, whose yaw begins at 0, and calls a handler with each as operations on a queue, one after the other and
  /// in order. A second start replaces the handler. When not available it stays inactive, and the handler gets one error; of a chip that is lost while others use
  /// it the handler is told, too, and gets values when it is back.
  open func startDeviceMotionUpdates(to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler) {
    // Weak: the channel holds the handler.
    begin(
      .deviceMotion, to: queue,
      value: { [weak channel = channels.motion] in $0.deviceMotion(yawZero: channel?.yawZero ?? 0) }, handler: handler)
  }

  /// The same in a frame; one that is not offered leaves device motion inactive, and the handler gets one error:
  /// ``CMErrorTrueNorthNotAvailable`` for true north, else ``CMErrorNotAvailable``.
  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    guard referenceFrame == .xArbitraryZVertical else {
      channels.motion.stop()
      return refuse(.deviceMotion, .referenceFrame(referenceFrame), to: queue) { handler(nil, $0) }
    }
    startDeviceMotionUpdates(to: queue, withHandler: handler)
  }

  /// Ends it: no call of the handler begins after the return, what waited is dropped, and the property is nil. A call that is under way on
  /// another thread is waited for, at most 0.1 s.
  open func stopDeviceMotionUpdates() { channels.motion.stop() }
}
