import CoreMotion
import Foundation
import Testing

/// The signs, orders and directions of attitudes, against what phones logged.
@Suite struct GoldenTests {
  private func attitude(_ sample: Golden.Sample) throws -> CMAttitude {
    let q = sample.quaternion_xyzw
    return try #require(CMAttitude(quaternion: CMQuaternion(x: q[0], y: q[1], z: q[2], w: q[3])))
  }

  private func rows(_ m: CMRotationMatrix) -> [[Double]] {
    [[m.m11, m.m12, m.m13], [m.m21, m.m22, m.m23], [m.m31, m.m32, m.m33]]
  }

  @Test func anglesAreThoseOfThePhone() throws {
    for sample in try Golden.read().samples {
      let attitude = try attitude(sample)
      #expect(abs(attitude.roll - sample.roll) < 1e-7)
      #expect(abs(attitude.pitch - sample.pitch) < 1e-7)
      #expect(abs(attitude.yaw - sample.yaw) < 1e-7)
    }
  }

  /// The matrix maps reference to device. Its transpose, which libraries have shipped, misses by more than 1.
  @Test func theMatrixIsThePhonesAndNotItsTranspose() throws {
    for sample in try Golden.read().samples {
      let matrix = rows(try attitude(sample).rotationMatrix)
      var error = 0.0
      var transposedError = 0.0
      for row in 0..<3 {
        for column in 0..<3 {
          error = max(error, abs(matrix[row][column] - sample.rotationMatrix[row][column]))
          transposedError = max(transposedError, abs(matrix[row][column] - sample.rotationMatrix[column][row]))
        }
      }
      #expect(error < 2e-7)
      #expect(transposedError > 1)
    }
  }

  /// gravity = M (0, 0, -1) = (cos p sin r, -sin p, -cos p cos r).
  @Test func gravityFollowsFromMatrixAndAngles() throws {
    for sample in try Golden.read().samples {
      let attitude = try attitude(sample)
      let m = attitude.rotationMatrix
      let (r, p) = (attitude.roll, attitude.pitch)
      for (index, value) in [-m.m13, -m.m23, -m.m33].enumerated() {
        #expect(abs(value - sample.gravity[index]) < 2e-7)
      }
      for (index, value) in [cos(p) * sin(r), -sin(p), -cos(p) * cos(r)].enumerated() {
        #expect(abs(value - sample.gravity[index]) < 2e-7)
      }
    }
  }

  /// Rz(yaw) Rx(pitch) Ry(roll) gives the logged quaternion back; the order Z-Y-X does not.
  @Test func theOrderOfTheAnglesIsZXY() throws {
    for sample in try Golden.read().samples {
      let made = CMAttitude(roll: sample.roll, pitch: sample.pitch, yaw: sample.yaw).quaternion
      let q = sample.quaternion_xyzw
      let dot = abs(made.x * q[0] + made.y * q[1] + made.z * q[2] + made.w * q[3])
      #expect(1 - dot < 1e-12)
      let (cr, sr) = (cos(sample.roll / 2), sin(sample.roll / 2))
      let (cp, sp) = (cos(sample.pitch / 2), sin(sample.pitch / 2))
      let (cy, sy) = (cos(sample.yaw / 2), sin(sample.yaw / 2))
      // Rz Ry Rx: roll about y before pitch about x.
      let zyx = [
        cr * sp * cy - sr * cp * sy, cr * sp * sy + sr * cp * cy, cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
      ]
      let wrong = abs(zip(zyx, q).reduce(0) { $0 + $1.0 * $1.1 })
      #expect(1 - wrong > 1e-4)
    }
  }

  @Test func atThePoleRollIsZeroAndYawHoldsAll() {
    for yaw in [-2.0, 0.3, 1.5] {
      let attitude = CMAttitude(roll: 0, pitch: .pi / 2, yaw: yaw)
      #expect(attitude.roll == 0)
      #expect(abs(attitude.pitch - .pi / 2) < 1e-6)
      #expect(abs(attitude.yaw - yaw) < 1e-9)
    }
  }
}
