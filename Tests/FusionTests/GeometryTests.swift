import Fusion
import Testing

@Suite struct GeometryTests {
  static let poses = [
    Quaternion(w: 1, x: 0, y: 0, z: 0), Quaternion(w: 0.5, x: 0.5, y: -0.5, z: 0.5),
    Quaternion(w: 0.1, x: -0.7, y: 0.5, z: 0.5), Quaternion(w: -0.3, x: 0.2, y: 0.9, z: -0.1),
  ]

  @Test func rotationFollowsTheRightHandRule() throws {
    let quarter = try #require(Quaternion(axis: Vector3(0, 0, 3), angle: .pi / 2))
    #expect((quarter.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 1e-15)
    #expect((quarter.rotateBack(Vector3(0, 1, 0)) - Vector3(1, 0, 0)).length < 1e-15)
    #expect(abs(quarter.angle - .pi / 2) < 1e-15)
  }

  @Test(arguments: poses) func rotateAndMatrixAndSandwichAgree(_ pose: Quaternion) throws {
    let q = try #require(pose.normalized())
    let v = Vector3(0.3, -1.7, 2.2)
    let sandwich = (q * Quaternion(w: 0, x: v.x, y: v.y, z: v.z) * q.conjugate).vector
    #expect((q.rotate(v) - sandwich).length < 1e-14)
    #expect((Matrix3(rotation: q) * v - sandwich).length < 1e-14)
    #expect((q.rotateBack(sandwich) - v).length < 1e-14)
  }

  @Test func productTurnsByTheRightFactorFirst() throws {
    let a = try #require(Quaternion(axis: Vector3(1, 2, 0), angle: 0.7))
    let b = try #require(Quaternion(axis: Vector3(0, -1, 1), angle: 1.9))
    let v = Vector3(1, 2, 3)
    #expect(((a * b).rotate(v) - a.rotate(b.rotate(v))).length < 1e-14)
  }

  /// The series ends at a half angle of sqrt(0.1) = 0.316; both sides of it must be what axis and angle give.
  @Test(arguments: [0, 1e-9, 0.01, 0.5, 0.6, 0.632, 0.633, 0.7, 3, 40])
  func rotationVectorAgreesWithAxisAndAngle(_ angle: Double) throws {
    let axis = try #require(Vector3(2, -1, 0.5).normalized())
    let expected = try #require(Quaternion(axis: axis, angle: angle))
    let q = Quaternion(rotationVector: angle * axis)
    #expect(abs(q.w - expected.w) < 1e-15)
    #expect((q.vector - expected.vector).length < 1e-15)
  }

  @Test(arguments: [Vector3(0, 0, 1), Vector3(0.6, 0, 0.8), Vector3(0, -1, 0), Vector3(1e-9, 0, -1), Vector3(0, 0, -1)])
  func turningUpTurnsUpAndKeepsTheHeading(_ direction: Vector3) {
    let q = Quaternion(turningUp: direction)
    #expect((q.rotate(direction) - Vector3(0, 0, 1)).length < 3e-9)
    #expect(abs(q.norm - 1) < 1e-15)
    #expect(q.z == 0)
  }

  @Test func whatHasNoDirectionIsNotNormalized() {
    #expect(Vector3.zero.normalized() == nil)
    #expect(Vector3(.nan, 0, 0).normalized() == nil)
    #expect(Vector3(.infinity, 0, 0).normalized() == nil)
    #expect(Quaternion(w: 0, x: 0, y: 0, z: 0).normalized() == nil)
    #expect(Quaternion(axis: .zero, angle: 1) == nil)
  }

  @Test func finiteMeansEachCoordinate() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(!Vector3(bad, 0, 0).isFinite)
      #expect(!Vector3(0, bad, 0).isFinite)
      #expect(!Vector3(0, 0, bad).isFinite)
      #expect(!Quaternion(w: 0, x: 0, y: 0, z: bad).isFinite)
    }
    #expect(Vector3(1, 2, 3).isFinite)
  }
}
