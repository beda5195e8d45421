import Fusion
import Pipeline

/// Judges what the carrier does from steps, shaking and turning: stationary, walking, running, or unknown.
///
/// A pure value: the same updates give the same verdicts.
struct ActivityClassifier: Sendable {
  /// A verdict.
  struct Verdict: Equatable, Sendable {
    var kind = CMMotionActivity.Kind.unknown
    var confidence = CMMotionActivityConfidence.low
  }

  /// Steps a second from which on it is a run: people walk at up to 2.5 and run at up to 3.5.
  private static let runningCadence = 2.5
  /// Nearer to the border than this, in steps a second, the verdict is unsure.
  private static let unsure = 0.15
  /// Without a step for so long, in seconds, nobody walks: twice the longest step of the detector.
  private static let stepMemory = 2.2
  /// Below these a device lies or is held still: m/s^2 and rad/s, root of the mean square over ``averaging``.
  private static let stillAcceleration = 0.25
  private static let stillRotation = 0.1
  /// Over how many seconds motion is averaged.
  private static let averaging = 1.0
  /// How long it must have been still, in seconds, to count as stationary, and to be sure of it.
  private static let stillSeconds = 3.0
  private static let surelyStillSeconds = 10.0
  /// Steps in a row from which on walking and running are sure.
  private static let sureSteps = 10

  private(set) var verdict = Verdict()
  private var lastStep = -Double.infinity
  private var cadence = 0.0
  private var stepsInARow = 0
  private var lastTime: Double?
  private var acceleration = 0.0
  private var rotation = 0.0
  private var stillSince: Double?

  /// Takes a step at a time in seconds.
  mutating func step(at time: Double, cadence: Double) -> Bool {
    stepsInARow = time - lastStep > Self.stepMemory ? 1 : stepsInARow + 1
    (lastStep, self.cadence) = (time, cadence)
    return judge(at: time)
  }

  /// Takes a value.
  /// - Returns: whether the verdict has changed.
  mutating func update(_ sample: MotionSample) -> Bool {
    let time = sample.timestamp
    let interval = min(max(time - (lastTime ?? time), 0), Self.averaging)
    lastTime = time
    let share = interval / (Self.averaging + interval)
    acceleration += (sample.userAcceleration.lengthSquared - acceleration) * share
    rotation += (sample.rotationRate.lengthSquared - rotation) * share
    let isStill =
      acceleration < Self.stillAcceleration * Self.stillAcceleration
      && rotation < Self.stillRotation * Self.stillRotation
    stillSince = isStill ? stillSince ?? time : nil
    return judge(at: time)
  }

  private mutating func judge(at time: Double) -> Bool {
    let former = verdict
    verdict = Verdict()
    if time - lastStep <= Self.stepMemory {
      let isUnsure = abs(cadence - Self.runningCadence) < Self.unsure
      verdict.kind = cadence >= Self.runningCadence ? .running : .walking
      verdict.confidence = isUnsure ? .low : stepsInARow >= Self.sureSteps ? .high : .medium
    } else if let stillSince, time - stillSince >= Self.stillSeconds {
      verdict.kind = .stationary
      verdict.confidence = time - stillSince >= Self.surelyStillSeconds ? .high : .medium
    }
    return verdict != former
  }
}
