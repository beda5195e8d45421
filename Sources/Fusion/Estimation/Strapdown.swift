/// Turns samples of the rotation rate into the rotation between them.
///
/// A sample stands for the mean rate of the interval that it ends, as chips with a low-pass before their output
/// deliver it.
struct Strapdown: Sendable, BitwiseCopyable {
  /// The usual interval, seconds; 0 before the first. Only to tell how many rows were lost.
  private var usualInterval = 0.0
  /// The rotation vector of the last interval, rad.
  private var lastAngle = Vector3.zero

  @_noLocks
  init() {}

  /// Forgets the last rotation, keeps the usual interval.
  @_noLocks
  mutating func restart() { lastAngle = .zero }

  /// The rotation over an interval, device frame.
  ///
  /// - Parameters:
  ///   - last: the rate of the sample before, rad/s, bias removed.
  ///   - rate: the rate of this sample.
  ///   - seconds: the time between them.
  @inline(__always) @_noLocks
  mutating func rotation(from last: Vector3, to rate: Vector3, seconds: Double) -> Quaternion {
    var angle = seconds * rate
    if usualInterval > 0 && seconds > 1.5 * usualInterval {
      // Rows are missing. With the rate changing evenly over n intervals their means add up to this; for n = 1 it is
      // the sample's own mean, for many the trapezoid.
      let intervals = seconds / usualInterval
      let share = 0.5 * (intervals + 1) / intervals
      angle = seconds * (last + share * (rate - last))
      // If the rate was lowered for good, the usual interval follows within some tens of samples.
      usualInterval *= 1.02
    } else {
      usualInterval += (usualInterval > 0 ? 0.05 : 1) * (seconds - usualInterval)
    }
    // The axis moves during the interval: the second-order coning term from two successive angles
    // (P. Savage, "Strapdown Inertial Navigation Integration Algorithm Design, Part 1: Attitude Algorithms", 1998).
    let coning = (1.0 / 12) * lastAngle.cross(angle)
    lastAngle = angle
    return Quaternion(rotationVector: angle + coning)
  }
}

extension Strapdown {
  mutating func exchange(_ archive: inout StateArchive) {
    archive.exchange(&usualInterval)
    archive.exchange(&lastAngle)
  }

  /// False for a state that no run leads to: times are whole nanoseconds, so that no interval is shorter than one.
  var isPossible: Bool { usualInterval == 0 || usualInterval > 0.5e-9 }
}
