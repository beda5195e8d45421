import Fusion

/// How the chip sits in the device: a rotation from chip axes to device axes.
public struct Mounting: BitwiseCopyable, Sendable, Equatable {
  private var rowX: Vector3
  private var rowY: Vector3
  private var rowZ: Vector3

  /// Chip axes are device axes.
  public static let aligned = Mounting(
    rowX: Vector3(1, 0, 0), rowY: Vector3(0, 1, 0), rowZ: Vector3(0, 0, 1))

  private init(rowX: Vector3, rowY: Vector3, rowZ: Vector3) {
    self.rowX = rowX
    self.rowY = rowY
    self.rowZ = rowZ
  }

  /// From the chip axis that each device axis lies along, such as "-y", "+x", "+z" for a quarter turn about z.
  ///
  /// - Returns: nil when an axis is misspelt or used twice, or when the three make a left-handed frame, which no way of
  ///   mounting a chip does.
  public init?(x: String, y: String, z: String) {
    guard let rowX = Self.axis(x), let rowY = Self.axis(y), let rowZ = Self.axis(z) else { return nil }
    guard rowX.cross(rowY).dot(rowZ) == 1 else { return nil }
    self.init(rowX: rowX, rowY: rowY, rowZ: rowZ)
  }

  /// The chip axes that x, y and z of the device lie along, as ``init(x:y:z:)`` takes them.
  package var axes: [String] {
    [rowX, rowY, rowZ].map { row in
      let names = [(row.x, "x"), (row.y, "y"), (row.z, "z")]
      return names.filter { $0.0 != 0 }.map { ($0.0 < 0 ? "-" : "+") + $0.1 }.joined()
    }
  }

  /// A chip vector in device axes.
  @_noLocks func apply(_ chip: SIMD3<Double>) -> Vector3 {
    let vector = Vector3(chip.x, chip.y, chip.z)
    return Vector3(rowX.dot(vector), rowY.dot(vector), rowZ.dot(vector))
  }

  private static func axis(_ text: String) -> Vector3? {
    let sign = text.hasPrefix("-") ? -1.0 : 1.0
    switch text.drop(while: { $0 == "+" || $0 == "-" }) {
    case "x" where text.count <= 2: return Vector3(sign, 0, 0)
    case "y" where text.count <= 2: return Vector3(0, sign, 0)
    case "z" where text.count <= 2: return Vector3(0, 0, sign)
    default: return nil
    }
  }
}
