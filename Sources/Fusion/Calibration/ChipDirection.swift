/// One of the six directions along the chip's axes: a pose by the axis that points up, or where a field points to.
public enum ChipDirection: String, Sendable, CaseIterable, CustomStringConvertible {
  case plusX = "+x"
  case minusX = "-x"
  case plusY = "+y"
  case minusY = "-y"
  case plusZ = "+z"
  case minusZ = "-z"

  public var description: String { rawValue }

  /// The direction as a vector of length 1, in chip axes.
  public var vector: Vector3 {
    switch self {
    case .plusX: Vector3(1, 0, 0)
    case .minusX: Vector3(-1, 0, 0)
    case .plusY: Vector3(0, 1, 0)
    case .minusY: Vector3(0, -1, 0)
    case .plusZ: Vector3(0, 0, 1)
    case .minusZ: Vector3(0, 0, -1)
    }
  }

  /// The direction that a vector lies within an angle of; nil when it lies between or has no direction.
  ///
  /// - Parameter cosine: of the angle; above 0.7072, so that at most one direction is meant.
  public init?(_ vector: Vector3, withinCosine cosine: Double) {
    guard let unit = vector.normalized() else { return nil }
    guard let found = Self.allCases.first(where: { $0.vector.dot(unit) >= cosine }) else { return nil }
    self = found
  }
}
