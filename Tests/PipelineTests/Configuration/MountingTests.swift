import Fusion
import Testing

@testable import Pipeline

@Suite("Mounting")
struct MountingTests {
  /// The 48 ways to name each axis once, and whether the frame is right-handed.
  static let namings: [(axes: [String], isRightHanded: Bool)] = {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
    return orders.enumerated().flatMap { number, order in
      (0..<8).map { signs in
        let axes = order.enumerated().map { place, axis in
          (signs >> place & 1 == 0 ? "+" : "-") + ["x", "y", "z"][axis]
        }
        // The first three orders are even permutations; each minus turns the hand over.
        return (axes, (number < 3) == (signs.nonzeroBitCount % 2 == 0))
      }
    }
  }()

  @Test func exactlyTheRotations_areAccepted() {
    let accepted = Self.namings.filter { Mounting(x: $0.axes[0], y: $0.axes[1], z: $0.axes[2]) != nil }
    #expect(accepted.count == 24)
    #expect(Self.namings.count == 48)
    for naming in Self.namings {
      #expect(
        (Mounting(x: naming.axes[0], y: naming.axes[1], z: naming.axes[2]) != nil) == naming.isRightHanded, "\(naming)")
    }
  }

  @Test(arguments: namings.filter(\.isRightHanded).map(\.axes))
  func rotation_isProperAndTakesEachDeviceAxisFromTheChipAxisNamed(axes: [String]) throws {
    let mounting = try #require(Mounting(x: axes[0], y: axes[1], z: axes[2]))
    let chip = SIMD3(2.0, 3.0, 5.0)
    let values = ["x": 2.0, "y": 3.0, "z": 5.0]
    func named(_ axis: String) -> Double { (axis.hasPrefix("-") ? -1 : 1) * (values[String(axis.suffix(1))] ?? .nan) }
    let device = mounting.apply(chip)
    #expect(device.x == named(axes[0]) && device.y == named(axes[1]) && device.z == named(axes[2]))
    let x = mounting.apply(SIMD3(1, 0, 0))
    let y = mounting.apply(SIMD3(0, 1, 0))
    let z = mounting.apply(SIMD3(0, 0, 1))
    #expect(x.cross(y).dot(z) == 1)
    #expect(x.dot(y) == 0 && y.dot(z) == 0 && x.dot(x) == 1)
  }

  @Test func rotations_areAllDifferent() {
    let results = Self.namings.compactMap { naming -> [Double]? in
      guard let mounting = Mounting(x: naming.axes[0], y: naming.axes[1], z: naming.axes[2]) else { return nil }
      let device = mounting.apply(SIMD3(2, 3, 5))
      return [device.x, device.y, device.z]
    }
    #expect(Set(results).count == 24)
  }

  @Test func plus_mayBeLeftOut() {
    #expect(Mounting(x: "x", y: "y", z: "z") == .aligned)
    #expect(Mounting(x: "-y", y: "x", z: "z") == Mounting(x: "-y", y: "+x", z: "+z"))
  }

  @Test(arguments: [
    "", "+", "-", "X", "+X", "a", "xx", "+x ", " +x", "++x", "--x", "+-x", "-+x", "+xy", "x+", "x-", "−x", "+x\n",
    "\u{FF0B}x",
    "+x\u{301}",
  ])
  func wrongText_isRefused(text: String) {
    #expect(Mounting(x: text, y: "+y", z: "+z") == nil)
    #expect(Mounting(x: "+y", y: text, z: "+z") == nil)
    #expect(Mounting(x: "+y", y: "+z", z: text) == nil)
  }

  @Test(arguments: [["+x", "+x", "+z"], ["+x", "-x", "+z"], ["+y", "+y", "+y"], ["+x", "+y", "+y"]])
  func axisNamedTwice_isRefused(axes: [String]) {
    #expect(Mounting(x: axes[0], y: axes[1], z: axes[2]) == nil)
  }
}
