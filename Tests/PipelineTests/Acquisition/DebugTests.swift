import SimulatedIMU
import Testing
import IMUDrivers
@testable import Pipeline
@Suite struct DebugTests {
 @Test func dbg() throws {
    let pipeline = try VirtualPipeline(.lsm6ds3)
    pipeline.run(seconds: 0.3)
    pipeline.forgetUpdates()
    pipeline.chip.inject(.withholdEdges(.untilCleared))
    pipeline.board.startTrace()
    pipeline.run(seconds: 0.1)
    for t in pipeline.board.stopTrace().prefix(30) { print(t) }
    for e in pipeline.events { print(e) }
 }
}
