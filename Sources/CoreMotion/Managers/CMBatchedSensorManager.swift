import Foundation
import Pipeline

/// Every sample of the chip, about a second at a time: for recognisers that want high rates and few wake-ups.
///
/// The rates are the chip's own, not the phone's 800 and 200 Hz: 200 Hz unless the configuration says otherwise. Safe from any thread.
open class CMBatchedSensorManager: NSObject, @unchecked Sendable {
  // Ownership: everything below is immutable or guards itself.

  /// Where the data comes from.
  public let board: MotionBoard
  let accelerometer: BatchChannel<CMAccelerometerData>
  let motion: BatchChannel<CMDeviceMotion>

  /// A manager of ``MotionBoard/standard``.
  public override init() {
    board = .standard
    accelerometer = .accelerometer(board)
    motion = .motion(board)
    super.init()
  }

  /// A manager of a board.
  public init(board: MotionBoard) {
    self.board = board
    accelerometer = .accelerometer(board)
    motion = .motion(board)
    super.init()
  }

  /// Authorised: on Linux file permissions decide, and ``MotionBoard/unavailability`` tells what they say.
  open class var authorizationStatus: CMAuthorizationStatus { .authorized }
  /// Whether the standard board has a chip that answers.
  open class var isAccelerometerSupported: Bool { MotionBoard.standard.unavailability == nil }
  /// Whether the standard board has a chip that answers.
  open class var isDeviceMotionSupported: Bool { MotionBoard.standard.unavailability == nil }

  /// Samples a second, the chip's rate: of the chip that runs, else as its configuration comes down to on this chip; 0 when there is none.
  open var accelerometerDataFrequency: Int { frequency }
  /// Values a second, the chip's rate, as ``accelerometerDataFrequency``.
  open var deviceMotionDataFrequency: Int { frequency }
  private var frequency: Int { Int((board.sampleRateHertz ?? 0).rounded()) }

  /// Whether the accelerometer has been started.
  open var isAccelerometerActive: Bool { accelerometer.isActive }
  /// Whether device motion has been started.
  open var isDeviceMotionActive: Bool { motion.isActive }

  /// The latest whole batch; nil before the first and when not active.
  open var accelerometerBatch: [CMAccelerometerData]? { accelerometer.batch }
  /// The latest whole batch; nil before the first and when not active.
  open var deviceMotionBatch: [CMDeviceMotion]? { motion.batch }

  /// Gathers batches for ``accelerometerBatch``.
  open func startAccelerometerUpdates() { accelerometer.start(nil) }
  /// Gathers batches, and calls a handler with each on a background queue. Eight batches wait for a slow handler; older ones are dropped and
  /// counted (none in virtual time).
  open func startAccelerometerUpdates(handler: @escaping ([CMAccelerometerData]?, (any Error)?) -> Void) {
    accelerometer.start(handler)
  }
  /// Ends it.
  open func stopAccelerometerUpdates() { accelerometer.stop() }

  /// Gathers batches for ``deviceMotionBatch``.
  open func startDeviceMotionUpdates() { motion.start(nil) }
  /// Gathers batches, and calls a handler with each on a background queue. Eight batches wait for a slow handler; older ones are dropped and
  /// counted (none in virtual time).
  open func startDeviceMotionUpdates(handler: @escaping ([CMDeviceMotion]?, (any Error)?) -> Void) {
    motion.start(handler)
  }
  /// Ends it.
  open func stopDeviceMotionUpdates() { motion.stop() }

  /// Batches of the accelerometer that its handler was too slow for, since its start.
  public var droppedAccelerometerBatches: UInt64 { accelerometer.dropped }
  /// Batches of device motion that its handler was too slow for, since its start.
  public var droppedDeviceMotionBatches: UInt64 { motion.dropped }

  /// Batches as an asynchronous sequence.
  public typealias AccelerometerUpdates = BatchSequence<CMAccelerometerData>
  /// Batches as an asynchronous sequence.
  public typealias DeviceMotionUpdates = BatchSequence<CMDeviceMotion>

  /// Batches of the accelerometer; starts with the call, ends with the iterating task. Apart from start and stop.
  open func accelerometerUpdates() -> AccelerometerUpdates {
    BatchSequence(.accelerometer(board))
  }

  /// Batches of device motion; starts with the call, ends with the iterating task. Apart from start and stop.
  open func deviceMotionUpdates() -> DeviceMotionUpdates {
    BatchSequence(.motion(board))
  }
}

extension BatchChannel<CMAccelerometerData> {
  fileprivate static func accelerometer(_ board: MotionBoard) -> BatchChannel {
    BatchChannel(board) { sample, _ in sample.accelerometerData }
  }
}

extension BatchChannel<CMDeviceMotion> {
  fileprivate static func motion(_ board: MotionBoard) -> BatchChannel {
    BatchChannel(board) { sample, channel in sample.deviceMotion(yawZero: channel.yawZero) }
  }
}
