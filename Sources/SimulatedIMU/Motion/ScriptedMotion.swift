/// A motion given by key frames.
public struct ScriptedMotion: MotionSource, Equatable {
  /// A motion at a time.
  public struct KeyFrame: BitwiseCopyable, Sendable, Equatable {
    /// Nanoseconds since the board's start.
    public var nanoseconds: UInt64
    /// What the chip feels then.
    public var motion: Motion

    /// A motion at a time in nanoseconds since the board's start.
    public init(nanoseconds: UInt64, motion: Motion) {
      self.nanoseconds = nanoseconds
      self.motion = motion
    }

    /// - Parameter seconds: since the board's start, not negative.
    public init(seconds: Double, motion: Motion) {
      self.init(nanoseconds: UInt64((seconds * 1e9).rounded()), motion: motion)
    }
  }

  /// What happens between two key frames.
  public enum Interpolation: Sendable, Equatable {
    /// Each value moves in a straight line.
    case linear
    /// Each frame holds until the next.
    case hold
  }

  /// In order of time.
  public let keyFrames: [KeyFrame]
  /// What happens between the frames.
  public let interpolation: Interpolation

  /// Before the first frame the first holds, after the last the last.
  ///
  /// Traps if there is no frame or if their times do not rise: a script is part of a program.
  public init(_ keyFrames: [KeyFrame], interpolation: Interpolation = .linear) {
    precondition(!keyFrames.isEmpty, "a scripted motion needs a key frame")
    precondition(
      zip(keyFrames, keyFrames.dropFirst()).allSatisfy { $0.nanoseconds < $1.nanoseconds },
      "the times of key frames must rise")
    self.keyFrames = keyFrames
    self.interpolation = interpolation
  }

  /// The motion at a time, by interpolation.
  public func motion(atNanoseconds time: UInt64) -> Motion {
    var low = 0
    var high = keyFrames.count
    while low < high {  // First frame later than `time`.
      let middle = (low + high) / 2
      if keyFrames[middle].nanoseconds <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return keyFrames[0].motion }
    let before = keyFrames[low - 1]
    guard low < keyFrames.count, interpolation == .linear else { return before.motion }
    let after = keyFrames[low]
    let part = Double(time - before.nanoseconds) / Double(after.nanoseconds - before.nanoseconds)
    return Motion(
      specificForce: before.motion.specificForce * (1 - part) + after.motion.specificForce * part,
      angularRate: before.motion.angularRate * (1 - part) + after.motion.angularRate * part,
      temperature: before.motion.temperature * (1 - part) + after.motion.temperature * part)
  }
}

extension MotionSource where Self == ScriptedMotion {
  /// A motion given by key frames; see ``ScriptedMotion``.
  public static func scripted(
    _ keyFrames: [ScriptedMotion.KeyFrame], interpolation: ScriptedMotion.Interpolation = .linear
  ) -> ScriptedMotion {
    ScriptedMotion(keyFrames, interpolation: interpolation)
  }

  /// The same motion for ever, for example six different values that show whether axes are mixed up.
  public static func constant(_ motion: Motion) -> ScriptedMotion {
    ScriptedMotion([ScriptedMotion.KeyFrame(nanoseconds: 0, motion: motion)], interpolation: .hold)
  }
}
