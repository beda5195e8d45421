import Fusion

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The angle by which a device is turned in the plane of its screen.
public enum ScreenAngle {
  /// How far the device is turned clockwise from portrait, in radians, (-pi, pi], from the phone's acceleration at rest: (0, -1) in
  /// portrait, in any unit.
  ///
  /// `pi/2 - atan2(-y, x)`, wrapped. Lying flat it means nothing, since x and y are then noise; ``DeviceOrientation`` tells face up and face
  /// down apart. Without any x and y it is 0.
  public static func radians(accelerationX x: Double, accelerationY y: Double) -> Double {
    x != 0 || y != 0 ? wrapped(.pi / 2 - atan2(-y, x)) : 0
  }

  /// The angle from the way the screen's contents are turned to how the device is held, in radians, (-pi, pi].
  ///
  /// - Parameters:
  ///   - angle: how far the device is turned clockwise from portrait.
  ///   - orientation: how the contents are turned; face up, face down and unknown count as portrait.
  ///   - slack: how far above pi an angle is left as it is, so that one near the border does not jump.
  public static func relative(_ angle: Double, to orientation: DeviceOrientation, slack: Double = 0) -> Double {
    let difference = wrapped(angle - offset(orientation))
    // The slack lets what has just passed -pi stay above pi instead.
    return difference < -.pi + max(slack, 0) ? difference + 2 * .pi : difference
  }

  /// The middle of an orientation in radians clockwise from portrait: right pi/2, left -pi/2, upside down pi.
  public static func offset(_ orientation: DeviceOrientation) -> Double {
    switch orientation {
    case .landscapeRight: .pi / 2
    case .landscapeLeft: -.pi / 2
    case .portraitUpsideDown: .pi
    case .portrait, .faceUp, .faceDown, .unknown: 0
    }
  }

  /// An angle in radians brought into (-pi, pi].
  public static func wrapped(_ angle: Double) -> Double {
    let rest = angle.remainder(dividingBy: 2 * .pi)
    return rest <= -.pi ? rest + 2 * .pi : rest
  }
}
