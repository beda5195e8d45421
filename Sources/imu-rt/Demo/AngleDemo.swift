import Fusion
import Pipeline

/// How the board is turned and held, twenty times a second: the screen's angle, the orientation with hysteresis, and the attitude
/// since the start.
struct AngleDemo: DemoScene {
  private var orientation = DeviceOrientation.unknown
  private var sample: MotionSample?
  /// The yaw that counts as 0; set by the space key.
  private var yawZero = 0.0

  let hertz = 20.0
  let detectors = DetectorSelection.orientation

  mutating func press(_ key: RawTerminal.Key) {
    if key == .space, let sample { yawZero = sample.angles.yaw }
  }

  mutating func take(_ update: MotionUpdate) {
    switch update {
    case .sample(let sample):
      if self.sample == nil {
        yawZero = sample.angles.yaw
        // Until the detector is sure: what gravity says, which points down.
        if case .unknown = orientation { orientation = DeviceOrientation(up: -sample.gravity) }
      }
      self.sample = sample
    case .detected(let event): if case .orientation(let found) = event.kind { orientation = found }
    case .event: break
    }
  }

  private var values: [(name: String, text: String)] {
    guard let sample else { return [] }
    let angle = ScreenAngle.radians(accelerationX: sample.gravity.x, accelerationY: sample.gravity.y)
    let relative = ScreenAngle.relative(angle, to: orientation, slack: 0.01)
    let angles = sample.angles
    return [
      ("angle", hasAngle ? Self.degrees(angle) : "-"), ("orientation", orientation.name),
      ("relative", hasAngle ? Self.degrees(relative) : "-"),
      ("roll", Self.degrees(angles.roll)), ("pitch", Self.degrees(angles.pitch)),
      ("yaw", Self.degrees(ScreenAngle.wrapped(angles.yaw - yawZero))),
    ]
  }

  /// Lying flat, x and y of gravity are noise and so is their angle.
  private var hasAngle: Bool {
    switch orientation {
    case .faceUp, .faceDown, .unknown: false
    case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: true
    }
  }

  private static func degrees(_ radians: Double) -> String { (radians * 180 / .pi).fixed(3) }

  func picture(hint: String) -> String {
    values.reduce("\u{1B}[H") { text, value in
      text + value.name.padded(to: 14) + value.text + "\u{1B}[K\r\n"
    } + "space makes the heading 0; \(hint)\u{1B}[K"
  }

  var line: String { values.map { "\($0.name) \($0.text)" }.joined(separator: " ") + "\n" }
}
