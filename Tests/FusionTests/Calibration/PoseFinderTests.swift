import Fusion
import Testing

@Suite("Finding poses")
struct PoseFinderTests {
  /// Turns the chip from one force to the next for a second, shaking.
  private func move(_ chip: inout ChipAtRest, _ finder: inout PoseFinder) throws {
    for index in 0..<100 {
      var sample = chip.sample()
      let sway = Double(index % 20 - 10) / 10
      sample.angularRate += radians(Vector3(90, 40 * sway, 20))
      sample.specificForce += Vector3(3 * sway, sway, -2 * sway)
      #expect(try finder.take(sample) == nil)
    }
  }

  private func hold(_ chip: inout ChipAtRest, _ finder: inout PoseFinder, seconds: Double) throws -> [RestPose] {
    try (0..<Int(seconds * chip.hertz)).compactMap { _ in try finder.take(chip.sample()) }
  }

  @Test(arguments: [25.0, 100, 200, 1000])
  func sixPosesBetweenMovements_areFoundOnceEach(hertz: Double) throws {
    var chip = ChipAtRest()
    chip.hertz = hertz
    chip.bias = radians(Vector3(15, -3, 2))
    var finder = PoseFinder()
    var six = SixPoses()
    for (direction, force) in zip(ChipDirection.allCases, sixForces(tilt: 0.2)) {
      try move(&chip, &finder)
      chip.force = force
      let found = try hold(&chip, &finder, seconds: 4)
      #expect(found.count == 1)
      six.add(try #require(found.first))
      #expect(!six.missing.contains(direction))
    }
    #expect(six.missing.isEmpty)
    #expect(finder.poses.count == 6)
    for (pose, force) in zip(finder.poses, sixForces(tilt: 0.2)) {
      #expect((pose.force - force).length < 0.02)
      // The pose goes on growing after it was found.
      #expect(pose.seconds > 1.3)
    }
  }

  @Test func shortHalts_areNoPoses() throws {
    var chip = ChipAtRest()
    var finder = PoseFinder()
    for force in sixForces() {
      try move(&chip, &finder)
      chip.force = force
      #expect(try hold(&chip, &finder, seconds: 0.9).isEmpty)
    }
    #expect(finder.poses.isEmpty)
  }

  @Test func tremblingHand_holdsNoPose() throws {
    var chip = ChipAtRest()
    chip.rateNoise = radians(2)
    chip.forceNoise = 0.3
    var finder = PoseFinder()
    #expect(try hold(&chip, &finder, seconds: 10).isEmpty)
  }

  @Test func slowTurn_isNoPose() throws {
    var chip = ChipAtRest()
    var finder = PoseFinder()
    for index in 0..<1000 {
      chip.force = Quaternion(rotationVector: Vector3(Double(index) * 0.003, 0, 0)).rotate(Vector3(0, 0, 9.80665))
      #expect(try finder.take(chip.sample()) == nil)
    }
  }

  @Test func poseIsNamedWithin25DegreesOfAnAxisOnly() {
    func pose(_ angle: Double) -> RestPose {
      RestPose(force: Quaternion(rotationVector: Vector3(radians(angle), 0, 0)).rotate(Vector3(0, 0, 9.8)))
    }
    #expect(pose(0).upward == .plusZ)
    #expect(pose(24).upward == .plusZ)
    #expect(pose(26).upward == nil)
    #expect(pose(45).upward == nil)
    #expect(pose(90).upward == .minusY)
    #expect(pose(180).upward == .minusZ)
    #expect(RestPose(force: .zero).upward == nil)
  }
}
