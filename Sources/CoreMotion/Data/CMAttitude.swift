import Foundation
import Fusion
import Pipeline

/// How the device is turned against a reference frame, in three forms. A reference type: ``multiply(byInverseOf:)`` changes it
/// in place. Each read of ``CMMotionManager/deviceMotion`` and each call of a handler brings one of its own.
///
/// Safe from any thread.
open class CMAttitude: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Ownership: the quaternion is touched under the lock of its guard alone.
  private let value: Guarded<Quaternion>

  /// The attitude of the reference frame itself.
  public override init() {
    value = Guarded(.identity)
    super.init()
  }

  /// - Parameter orientation: of norm 1, device to reference.
  init(_ orientation: Quaternion) {
    value = Guarded(orientation)
    super.init()
  }

  // In the class and not in an extension, whose initialisers no subclass could have again; see CMLogItem.

  /// The attitude of a quaternion, device to reference, brought to norm 1. For tests, which the phone gives no way to make.
  ///
  /// Nil where the norm is 0 or not finite.
  public convenience init?(quaternion: CMQuaternion) {
    let parts = Quaternion(w: quaternion.w, x: quaternion.x, y: quaternion.y, z: quaternion.z)
    guard let orientation = parts.normalized() else { return nil }
    self.init(orientation)
  }

  /// The attitude `Rz(yaw) Rx(pitch) Ry(roll)`, angles in radians. Those that are not finite count as 0.
  public convenience init(roll: Double, pitch: Double, yaw: Double) {
    func finite(_ angle: Double) -> Double { angle.isFinite ? angle : 0 }
    let angles = EulerAngles(roll: finite(roll), pitch: finite(pitch), yaw: finite(yaw))
    self.init(Quaternion(angles).renormalized())
  }

  /// Reads an attitude from an archive; nil where it holds no rotation.
  public required init?(coder: NSCoder) {
    let parts = coder.decodeDoubles(4, forKey: "quaternion")
    let read = Quaternion(w: parts[3], x: parts[0], y: parts[1], z: parts[2])
    guard let orientation = read.normalized() else { return nil }
    value = Guarded(orientation)
    super.init()
  }

  /// The rotation from the device's frame to the reference frame, of norm 1.
  var orientation: Quaternion { value.withLock { $0 } }

  /// The angle about y in radians, in (-pi, pi]. Positive: the right edge goes down.
  open var roll: Double { orientation.eulerAngles.roll }
  /// The angle about x in radians, in [-pi/2, pi/2]. Positive: the top edge rises.
  open var pitch: Double { orientation.eulerAngles.pitch }
  /// The angle about z in radians, in (-pi, pi]. Positive: counter-clockwise seen from above.
  ///
  /// The three apply in the order `Rz(yaw) Rx(pitch) Ry(roll)`. With the top edge straight up or down only a sum of roll and
  /// yaw is defined: roll is then 0 and yaw holds all.
  open var yaw: Double { orientation.eulerAngles.yaw }

  /// Maps reference vectors to the device: `v_dev = M v_ref`; its rows are the device's axes in the reference frame.
  open var rotationMatrix: CMRotationMatrix {
    // The textbook matrix of q maps device to reference; this is its transpose, so its columns are the rows here.
    let matrix = Matrix3(rotation: orientation)
    let (x, y, z) = (matrix.column1, matrix.column2, matrix.column3)
    return CMRotationMatrix(
      m11: x.x, m12: x.y, m13: x.z, m21: y.x, m22: y.y, m23: y.z, m31: z.x, m32: z.y, m33: z.z)
  }

  /// Maps device vectors to the reference: `v_ref = q v_dev q*`. Of norm 1.
  open var quaternion: CMQuaternion {
    let q = orientation
    return CMQuaternion(x: q.x, y: q.y, z: q.z, w: q.w)
  }

  /// Turns this attitude into the one relative to another: `q <- inverse(other) q`, so that the device as it was at `attitude`
  /// becomes the reference frame. All three angles are then against that device: one that was tilted makes a turn about
  /// the vertical show in all of them. To forget yaw alone see ``CMMotionManager/recentreYaw()``.
  open func multiply(byInverseOf attitude: CMAttitude) {
    // Read first: it may be this very attitude.
    let inverse = attitude.orientation.conjugate
    value.withLock { $0 = (inverse * $0).renormalized() }
  }

  /// Archives are secure: no class is made by a name from the archive.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the attitude to an archive. Archives are for this module: another system's are not read.
  open func encode(with coder: NSCoder) {
    let q = orientation
    coder.encode([q.x, q.y, q.z, q.w], forKey: "quaternion")
  }

  /// An attitude of its own with the same value.
  open func copy(with zone: NSZone? = nil) -> Any { CMAttitude(orientation) }

  open override var description: String { "roll \(roll) pitch \(pitch) yaw \(yaw)" }
}
