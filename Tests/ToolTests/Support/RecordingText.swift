/// A recording as a chip of an MPU-6050's noise would have made it at 100 Hz.
struct RecordingText {
  private(set) var text: String
  private let hasField: Bool
  private var rows = 0
  private var state: UInt64 = 1

  init(hasField: Bool = false) {
    self.hasField = hasField
    text = "time_s,gx,gy,gz,ax,ay,az,temperature_c" + (hasField ? ",mx,my,mz\n" : "\n")
  }

  /// Adds a time in which the means stay the same.
  ///
  /// - Parameter shaking: m/s^2 and a tenth of it in rad/s, on top of the noise.
  mutating func add(
    seconds: Double, rate: SIMD3<Double> = .zero, force: SIMD3<Double> = SIMD3(0, 0, 9.80665), temperature: Double = 25,
    field: SIMD3<Double> = .zero, shaking: Double = 0
  ) {
    for _ in 0..<Int(seconds * 100) {
      let g = rate + (0.001 + shaking / 10) * noise()
      let a = force + (0.03 + shaking) * noise()
      text += "\(Double(rows) / 100),\(g.x),\(g.y),\(g.z),\(a.x),\(a.y),\(a.z),\(temperature)"
      text += hasField ? ",\(field.x),\(field.y),\(field.z)\n" : "\n"
      rows += 1
    }
  }

  /// Adds one row for each field.
  mutating func add(fields: [SIMD3<Double>]) { for field in fields { add(seconds: 0.011, field: field) } }

  /// Mean 0, variance 1, evenly distributed; Knuth's multiplier for 64 bits (The Art of Computer Programming, 3.3.4).
  private mutating func noise() -> SIMD3<Double> {
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) * 0x1p-53 - 0.5) * 12.0.squareRoot()
    }
    return SIMD3(next(), next(), next())
  }

  /// The six poses, with shaking between them.
  static func poses(_ count: Int = 6, offset: SIMD3<Double>, scale: SIMD3<Double>) -> String {
    var recording = RecordingText()
    let poses = [
      SIMD3(1.0, 0.1, 0), SIMD3(-1, 0, 0.15), SIMD3(0.1, 1, 0), SIMD3(0, -1, 0.1), SIMD3(0, 0.1, 1), SIMD3(0.1, 0, -1),
    ]
    for pose in poses.prefix(count) {
      recording.add(seconds: 1, shaking: 3)
      recording.add(seconds: 3, force: 9.80665 / length(pose) * pose / scale + offset)
    }
    return recording.text
  }
}
