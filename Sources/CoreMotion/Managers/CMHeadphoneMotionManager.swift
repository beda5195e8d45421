import Foundation

/// Motion of headphones. No chip of headphones is driven: it is not available, and says so.
open class CMHeadphoneMotionManager: NSObject, @unchecked Sendable {
  // Ownership: `delegate` is touched under the lock of its guard alone; the rest is immutable.

  /// What a handler is given.
  public typealias DeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

  private final class Reference: @unchecked Sendable {
    // Ownership: under the manager's lock.
    weak var value: (any CMHeadphoneMotionManagerDelegate)?
  }

  private let reference = Reference()
  private let refusal = Refusal()
  private let lock = NSLock()

  /// A manager.
  public override init() { super.init() }

  /// Denied nothing and nobody asked: there is no such device.
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }

  /// Who is told of connections; there are none. Not retained.
  open var delegate: (any CMHeadphoneMotionManagerDelegate)? {
    get { lock.withLock { reference.value } }
    set { lock.withLock { reference.value = newValue } }
  }

  /// False.
  open var isDeviceMotionAvailable: Bool { false }
  /// False.
  open var isDeviceMotionActive: Bool { false }
  /// Nil.
  open var deviceMotion: CMDeviceMotion? { nil }
  /// False.
  open var isConnectionStatusActive: Bool { false }

  /// Does nothing.
  open func startDeviceMotionUpdates() {}

  /// Gives the handler one error, ``CMErrorNotAvailable``.
  open func startDeviceMotionUpdates(to queue: OperationQueue, withHandler handler: @escaping DeviceMotionHandler) {
    // Ownership: the handler is the caller's and not Sendable, as on the phone; this is its only call.
    nonisolated(unsafe) let handle = handler
    refusal.tell(.noHeadphones, executor: { work in queue.addOperation(work) }) { handle(nil, $0.asNSError) }
  }

  /// Ends it: an error that was not told yet is told no more.
  open func stopDeviceMotionUpdates() { refusal.withdraw() }
  /// Does nothing.
  open func startConnectionStatusUpdates() {}
  /// Does nothing.
  open func stopConnectionStatusUpdates() {}
}

/// Who is told of connections of headphones.
public protocol CMHeadphoneMotionManagerDelegate: NSObjectProtocol {
  /// Headphones were connected.
  func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager)
  /// Headphones were disconnected.
  func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager)
}

// Linux has no optional requirements; these defaults stand in for them.
extension CMHeadphoneMotionManagerDelegate {
  /// Does nothing.
  public func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager) {}
  /// Does nothing.
  public func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager) {}
}
