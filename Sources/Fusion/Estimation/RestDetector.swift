/// Tells rest from motion by both sensors: at rest neither leaves its own low-passed value for a while, and the specific
/// force is gravity (an accelerometer at its rails or dead is steady, too).
///
/// The principle and the thresholds are those of Laidig & Seel 2023. Whether such stillness can be rest at all, and is no
/// slow rotation, is for ``RestJudge``.
struct RestDetector: Sendable, BitwiseCopyable {
  private let gyroscopeDeviationSquared: Double
  private let accelerometerDeviationSquared: Double
  private let leastForceSquared: Double
  private let greatestForceSquared: Double
  private let minimumTime: Double
  private let timeConstant: Double
  private var clock: LowPassClock
  private var gyroscopeLowPass = LowPass3()
  private var accelerometerLowPass = LowPass3()

  /// How long both sensors have been still, in seconds.
  private(set) var stillTime = 0.0

  /// A detector at its start: in motion.
  @_noLocks
  init(_ parameters: OrientationFilter.Parameters) {
    gyroscopeDeviationSquared = parameters.restGyroscopeDeviation * parameters.restGyroscopeDeviation
    accelerometerDeviationSquared = parameters.restAccelerometerDeviation * parameters.restAccelerometerDeviation
    let leastForce = (1 - parameters.restForceTolerance) * parameters.gravity
    let greatestForce = (1 + parameters.restForceTolerance) * parameters.gravity
    leastForceSquared = leastForce * leastForce
    greatestForceSquared = greatestForce * greatestForce
    minimumTime = parameters.restMinimumTime
    timeConstant = parameters.restTimeConstant
    clock = LowPassClock(timeConstant: parameters.restTimeConstant)
  }

  /// True once both sensors have been still for long enough.
  var isStill: Bool { @_noLocks get { stillTime >= minimumTime } }

  /// The low-passed accelerometer, m/s^2.
  var accelerometer: Vector3 { @_noLocks get { accelerometerLowPass.value } }

  /// What both sensors say. To be asked for only where they are still.
  var reading: StillReading {
    @_noLocks get {
      StillReading(
        rate: gyroscopeLowPass, force: accelerometerLowPass, stillTime: stillTime, delay: timeConstant)
    }
  }

  /// Forgets the past, as after a gap.
  @_noLocks
  mutating func restart() {
    clock.restart()
    gyroscopeLowPass = LowPass3()
    accelerometerLowPass = LowPass3()
    stillTime = 0
  }

  /// Takes the next sample, `seconds` after the one before.
  @inline(__always) @_noLocks
  mutating func update(seconds: Double, gyroscope: Vector3, accelerometer: Vector3) {
    let step = clock.step(seconds: seconds)
    gyroscopeLowPass.advance(to: gyroscope, by: step)
    accelerometerLowPass.advance(to: accelerometer, by: step)
    let forceSquared = accelerometerLowPass.value.lengthSquared
    let isStill =
      (gyroscope - gyroscopeLowPass.value).lengthSquared < gyroscopeDeviationSquared
      && (accelerometer - accelerometerLowPass.value).lengthSquared < accelerometerDeviationSquared
      && forceSquared > leastForceSquared && forceSquared < greatestForceSquared
    stillTime = isStill ? stillTime + seconds : 0
  }
}

extension RestDetector {
  mutating func exchange(_ archive: inout StateArchive) {
    clock.exchange(&archive)
    gyroscopeLowPass.exchange(&archive)
    accelerometerLowPass.exchange(&archive)
    archive.exchange(&stillTime)
  }

  /// False for a state that no run leads to.
  var isPossible: Bool { clock.isPossible && stillTime >= 0 }
}
