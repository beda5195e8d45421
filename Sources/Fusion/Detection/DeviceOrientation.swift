/// How a device is held towards gravity, for someone who looks at its face.
///
/// In this frame the specific force points up at rest, so the poses are (m/s^2; Core Motion has the opposite signs, in g):
///
/// | pose | specific force at rest |
/// |---|---|
/// | portrait | (0, +9.81, 0) |
/// | portrait upside down | (0, -9.81, 0) |
/// | landscape left: the left edge is down | (+9.81, 0, 0) |
/// | landscape right: the right edge is down | (-9.81, 0, 0) |
/// | face up | (0, 0, +9.81) |
/// | face down | (0, 0, -9.81) |
public enum DeviceOrientation: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Not known yet: before the first samples and after a gap.
  case unknown
  /// The top edge is up.
  case portrait
  /// The top edge is down.
  case portraitUpsideDown
  /// The left edge is down: turned counter-clockwise from portrait.
  case landscapeLeft
  /// The right edge is down: turned clockwise from portrait.
  case landscapeRight
  /// The face looks up.
  case faceUp
  /// The face looks down.
  case faceDown

  /// The orientation for a direction of up, without memory.
  ///
  /// Face up and face down reach to `facing`; between them the angle that the device is turned clockwise from portrait
  /// decides, in quarters that hold their lower border and not their upper one, so that every direction has exactly one
  /// orientation, the borders at 45 degrees too: portrait [-45, 45), landscape right [45, 135), upside down [135, 225),
  /// landscape left [225, 315). The comparison is of the coordinates, without an angle to round.
  ///
  /// - Parameters:
  ///   - up: in the device frame, length 1.
  ///   - facing: the least |z| of face up and face down; 0.8 is a tilt of 37 degrees from the horizontal.
  @_noLocks
  public init(up: Vector3, facing: Double = 0.8) {
    if up.z >= facing {
      self = .faceUp
    } else if -up.z >= facing {
      self = .faceDown
    } else {
      self.init(across: -up.x, along: up.y)
    }
  }

  /// The quarter for the sine and the cosine, up to a common factor, of the clockwise angle from portrait.
  @_noLocks
  private init(across sine: Double, along cosine: Double) {
    if cosine > 0, -cosine <= sine, sine < cosine {
      self = .portrait
    } else if sine > 0, -sine < cosine, cosine <= sine {
      self = .landscapeRight
    } else if cosine < 0, cosine < sine, sine <= -cosine {
      self = .portraitUpsideDown
    } else if sine < 0, sine <= cosine, cosine < -sine {
      self = .landscapeLeft
    } else {
      self = .unknown
    }
  }

  /// Equality that `@_noLocks` accepts; the synthesised `==` goes through generic code.
  @_noLocks
  func isSame(as other: DeviceOrientation) -> Bool { rawValue == other.rawValue }

  /// The name as `imu-rt stream` prints it.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .portrait: "portrait"
    case .portraitUpsideDown: "portrait_upside_down"
    case .landscapeLeft: "landscape_left"
    case .landscapeRight: "landscape_right"
    case .faceUp: "face_up"
    case .faceDown: "face_down"
    }
  }
}
