/// Holds z of the reference frame up by the specific force, low-passed in the almost-inertial frame, and tells the rate
/// of its corrections, which is the horizontal part of the bias' error.
///
/// In the paper two quaternions carry the gyroscope's and the accelerometer's part, and the low-pass lives in the frame
/// of the first. Here the low-pass's state is turned along with each correction, which is the same and leaves one
/// quaternion: after a correction the filtered value points up by definition.
struct TiltCorrection: Sendable, BitwiseCopyable {
  private var clock: LowPassClock
  private var force = LowPass3()
  private var xAxisLowPass = LowPass3()
  private var yAxisLowPass = LowPass3()
  private var biasLowPass = LowPass3()

  /// What `xAxis . bias` and `yAxis . bias` are by the last correction, rad/s.
  private(set) var biasAlongX = 0.0
  private(set) var biasAlongY = 0.0

  /// Below this length, m/s^2, the low-passed specific force has no direction: free fall, or a dead accelerometer.
  private static let leastForce = 1.0

  /// What goes into the low-pass is cut to this length, m/s^2. Its overshoot is 4.3 % (Butterworth), so even after
  /// minutes at this value it can't swing past zero by more than 0.7 g and turn the reference frame upside down.
  private static let greatestForce = 160.0

  @_noLocks
  init(timeConstant: Double) { clock = LowPassClock(timeConstant: timeConstant) }

  /// True while the low-passes are still means, whose corrections tell nothing about the bias.
  var isStarting: Bool { @_noLocks get { clock.isStarting } }

  /// The low-passed horizontal axes of the reference frame, in the device frame.
  var xAxis: Vector3 { @_noLocks get { xAxisLowPass.value } }
  var yAxis: Vector3 { @_noLocks get { yAxisLowPass.value } }

  /// Forgets the past: the next sample alone gives the tilt.
  @_noLocks
  mutating func restart() {
    clock.restart()
    force = LowPass3()
    xAxisLowPass = LowPass3()
    yAxisLowPass = LowPass3()
    biasLowPass = LowPass3()
  }

  /// The length of the low-passed specific force, m/s^2.
  var forceLength: Double { @_noLocks get { force.value.z } }

  /// The orientation with its tilt taken from the mean specific force at rest.
  @_noLocks
  mutating func settle(_ orientation: Quaternion, accelerometer: Vector3) -> Quaternion {
    let inReference = orientation.rotate(accelerometer)
    let length = inReference.length
    guard length > Self.leastForce else { return orientation }
    force.value = Vector3(0, 0, length)
    force.slope = .zero
    return (Quaternion(turningUp: inReference / length) * orientation).renormalized()
  }

  /// The orientation with its tilt corrected by the next sample.
  ///
  /// - Parameters:
  ///   - orientation: integrated up to the sample.
  ///   - accelerometer: the specific force, m/s^2, device frame.
  ///   - bias: what the integration took as the bias, rad/s.
  ///   - seconds: the interval since the sample before; 0 for a first one.
  @inline(__always) @_noLocks
  mutating func correct(
    _ orientation: Quaternion, accelerometer: Vector3, bias: Vector3, seconds: Double
  ) -> Quaternion {
    let step = clock.step(seconds: seconds)
    let rotation = RotationMatrix(orientation)
    xAxisLowPass.advance(to: rotation.row1, by: step)
    yAxisLowPass.advance(to: rotation.row2, by: step)
    let turnedBias = Vector3(rotation.row1.dot(bias), rotation.row2.dot(bias), 0)
    biasLowPass.advance(to: turnedBias, by: step)
    force.advance(to: rotation * Self.cut(accelerometer), by: step)

    biasAlongX = biasLowPass.value.x
    biasAlongY = biasLowPass.value.y
    let length = force.value.length
    guard length > Self.leastForce else { return orientation }
    let up = force.value / length
    if seconds > 0 {
      // A rate error d turns the specific force by -d x up a second, and the correction turns it back.
      biasAlongX -= up.y / seconds
      biasAlongY += up.x / seconds
    }
    let correction = Quaternion(turningUp: up)
    force.value = Vector3(0, 0, length)
    force.slope = correction.rotate(force.slope)
    return (correction * orientation).renormalized()
  }

  @inline(__always) @_noLocks
  private static func cut(_ force: Vector3) -> Vector3 {
    let squared = force.lengthSquared
    guard squared > greatestForce * greatestForce else { return force }
    return force * (greatestForce / squareRoot(squared))
  }
}
