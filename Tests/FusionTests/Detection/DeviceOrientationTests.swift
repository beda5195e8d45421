import Foundation
import Testing

@testable import Fusion

@Suite struct DeviceOrientationTests {
  /// The table of poses.
  @Test(arguments: [
    (Vector3(0, 1, 0), DeviceOrientation.portrait), (Vector3(0, -1, 0), .portraitUpsideDown),
    (Vector3(1, 0, 0), .landscapeLeft), (Vector3(-1, 0, 0), .landscapeRight), (Vector3(0, 0, 1), .faceUp),
    (Vector3(0, 0, -1), .faceDown),
  ])
  func eachPoseHasItsName(up: Vector3, orientation: DeviceOrientation) {
    #expect(DeviceOrientation(up: up) == orientation)
  }

  /// Equal coordinates are common with whole-number sensors; strict comparisons called all four of these upside down.
  @Test func exactlyAt45DegreesAQuarterHoldsItsLowerBorder() {
    let c = 0.5.squareRoot()
    #expect(DeviceOrientation(up: Vector3(c, c, 0)) == .portrait)  // -45 degrees
    #expect(DeviceOrientation(up: Vector3(-c, c, 0)) == .landscapeRight)  // 45
    #expect(DeviceOrientation(up: Vector3(-c, -c, 0)) == .portraitUpsideDown)  // 135
    #expect(DeviceOrientation(up: Vector3(c, -c, 0)) == .landscapeLeft)  // 225
  }

  @Test func justBesideABorderTheNearerQuarterHasIt() {
    let a = 0.7071, b = 0.7072
    #expect(DeviceOrientation(up: Vector3(b, a, 0)) == .landscapeLeft)
    #expect(DeviceOrientation(up: Vector3(a, b, 0)) == .portrait)
    #expect(DeviceOrientation(up: Vector3(-a, b, 0)) == .portrait)
    #expect(DeviceOrientation(up: Vector3(-b, a, 0)) == .landscapeRight)
    #expect(DeviceOrientation(up: Vector3(-b, -a, 0)) == .landscapeRight)
    #expect(DeviceOrientation(up: Vector3(-a, -b, 0)) == .portraitUpsideDown)
    #expect(DeviceOrientation(up: Vector3(a, -b, 0)) == .portraitUpsideDown)
    #expect(DeviceOrientation(up: Vector3(b, -a, 0)) == .landscapeLeft)
  }

  @Test func theAngleIsTheOneOfTheDocuments() {
    // Their screen angle pi/2 - atan2(-y, x) of an acceleration of Core Motion's signs, wrapped, away from the borders.
    for degree in stride(from: -179.0, to: 180, by: 2)
    where abs(abs(degree).truncatingRemainder(dividingBy: 90) - 45) > 1 {
      let up = Vector3(-sin(radians(degree)), cos(radians(degree)), 0)
      let angle = Double.pi / 2 - atan2(up.y, -up.x)
      let wrapped = degrees(angle > .pi ? angle - 2 * .pi : angle)
      #expect(abs(wrapped - degree) < 1e-9)
      let expected: DeviceOrientation =
        abs(wrapped) < 45
        ? .portrait : abs(wrapped) > 135 ? .portraitUpsideDown : wrapped > 0 ? .landscapeRight : .landscapeLeft
      #expect(DeviceOrientation(up: up) == expected)
    }
  }

  @Test func everyDirectionHasAnOrientation() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<10_000 {
      guard let up = random.vector().normalized() else { continue }
      #expect(DeviceOrientation(up: up) != .unknown)
    }
    #expect(DeviceOrientation(up: .zero) == .unknown)
    #expect(DeviceOrientation(up: Vector3(.nan, .nan, .nan)) == .unknown)
  }
}
