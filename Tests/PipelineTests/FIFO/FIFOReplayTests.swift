import Foundation
import Fusion
import Testing

@testable import Pipeline

/// Recorded motion through the chip's FIFO.
@Suite struct FIFOReplayTests {
  @Test(arguments: SimulatedSource.Chip.allCases)
  func throughTheFIFOItIsTheSameMotion(_ chip: SimulatedSource.Chip) throws {
    let recording = try ReplayRecording(path: ReplayTests.excerptPath())
    let filter = try Replay(recording).run(through: .filter)
    let result = try Replay(recording, usesFIFO: true).run(through: .chip(chip))
    #expect(result.orientations.count == recording.count)
    #expect(result.missingRows == 0)
    #expect(result.counters.lost == 0)
    var (sum, worst) = (0.0, 0.0)
    for (a, b) in zip(filter.orientations, result.orientations) {
      let up = a.conjugate.rotate(Vector3(0, 0, 1)).dot(b.conjugate.rotate(Vector3(0, 0, 1)))
      let angle = acos(min(1, up)) * 180 / .pi
      sum += angle * angle
      worst = max(worst, angle)
    }
    // Inclination: the root mean square, as with the registers, and the worst.
    #expect((sum / Double(recording.count)).squareRoot() < 0.1)
    #expect(worst < 0.5)
  }

  @Test func twiceGivesTheSameBits() throws {
    let recording = try ReplayRecording(path: ReplayTests.excerptPath())
    let first = try Replay(recording, usesFIFO: true).run(through: .chip(.lsm6ds3trc))
    #expect(try Replay(recording, usesFIFO: true).run(through: .chip(.lsm6ds3trc)) == first)
  }
}
