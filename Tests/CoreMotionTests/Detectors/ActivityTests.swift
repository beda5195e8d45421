import Foundation
import SimulatedIMU
import Testing

@testable import CoreMotion

/// Rest for eight seconds, then shaking and turning about all axes without the beat of steps.
private struct RestThenSwinging: MotionSource {
  func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Double(time) * 1e-9 - 8
    guard seconds > 0 else { return Motion(specificForce: [0, 0, 9.80665], angularRate: .zero) }
    let swing = SIMD3(sin(9 * seconds), sin(13 * seconds + 1), sin(11 * seconds + 2))
    return Motion(specificForce: [1.5 * swing.x, 1.5 * swing.y, 9.80665], angularRate: 0.8 * swing)
  }
}

/// What the carrier does.
@Suite struct ActivityTests {
  private func activities(_ motion: some MotionSource, seconds: Double) -> [CMMotionActivity] {
    let board = VirtualBoard(motion)
    let manager = CMMotionActivityManager(board: board.board)
    let queue = serialQueue()
    let told = Collected<CMMotionActivity>()
    manager.startActivityUpdates(to: queue) { activity in activity.map(told.add) }
    board.advance(seconds)
    queue.waitUntilAllOperationsAreFinished()
    manager.stopActivityUpdates()
    return told.values
  }

  private func names(_ activities: [CMMotionActivity]) -> [String] {
    var names: [String] = []
    for activity in activities {
      let name =
        activity.walking ? "walking" : activity.running ? "running" : activity.stationary ? "stationary" : "unknown"
      if names.last != name { names.append(name) }
    }
    return names
  }

  @Test func standingWalkingStandingIsTold() {
    let told = activities(Walk(stepsASecond: 1.9), seconds: 40)
    #expect(names(told) == ["stationary", "unknown", "walking", "unknown", "stationary"])
    #expect(told.contains { $0.walking && $0.confidence == .high })
    #expect(told.last?.confidence == .high)
  }

  @Test func aRunIsNoWalk() {
    let told = names(activities(Walk(stepsASecond: 2.9), seconds: 25))
    #expect(told.contains("running"))
    #expect(!told.contains("walking"))
  }

  /// Swinging about in all directions is neither rest nor walking: what was stationary becomes unknown, and nothing else.
  @Test func otherMotionIsUnknown() {
    let told = activities(RestThenSwinging(), seconds: 20)
    #expect(names(told) == ["stationary", "unknown"])
    #expect(told.last?.confidence == .low)
  }

  /// What one manager was told another one finds, and also when the first has gone; as of the board, not of other boards.
  @Test func pastActivitiesAreFoundByAnyManager() throws {
    let board = VirtualBoard(Walk(stepsASecond: 1.9))
    let begin = Date()
    do {
      let queue = serialQueue()
      let first = CMMotionActivityManager(board: board.board)
      first.startActivityUpdates(to: queue) { _ in }
      board.advance(30)
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(board.board.sensor == nil)
    let found = query(CMMotionActivityManager(board: board.board), from: begin - 60, to: begin + 3600)
    let all = try #require(found.first)
    #expect(names(all) == ["stationary", "unknown", "walking", "unknown", "stationary"])
    #expect(all.map(\.startDate) == all.map(\.startDate).sorted())
    let walk = try #require(all.first { $0.walking })
    let only = query(CMMotionActivityManager(board: board.board), from: walk.startDate, to: walk.startDate)
    #expect(try #require(only.first).map(\.startDate) == [walk.startDate])
    #expect(query(CMMotionActivityManager(board: board.board), from: begin - 60, to: begin - 30) == [[]])
    #expect(query(CMMotionActivityManager(board: VirtualBoard().board), from: begin - 60, to: begin + 3600) == [[]])
  }

  /// Answers of a query.
  private func query(_ manager: CMMotionActivityManager, from start: Date, to end: Date) -> [[CMMotionActivity]] {
    let queue = serialQueue()
    let answers = Collected<[CMMotionActivity]>()
    manager.queryActivityStarting(from: start, to: end, to: queue) { found, _ in found.map(answers.add) }
    queue.waitUntilAllOperationsAreFinished()
    return answers.values
  }

  @Test func aQueryThatEndsBeforeItBeginsIsAnError() {
    let queue = serialQueue()
    let codes = Collected<Int>()
    CMMotionActivityManager(board: VirtualBoard().board)
      .queryActivityStarting(from: Date(), to: Date() - 60, to: queue) { found, error in
        if found == nil, let error { codes.add((error as NSError).code) }
      }
    queue.waitUntilAllOperationsAreFinished()
    #expect(codes.values == [Int(CMErrorInvalidParameter.rawValue)])
  }

  /// A second manager is told at once what the first knows already.
  @Test func theActivityThatHoldsIsToldAtTheStart() {
    let board = VirtualBoard()
    let queue = serialQueue()
    let first = CMMotionActivityManager(board: board.board)
    let second = CMMotionActivityManager(board: board.board)
    let told = Collected<CMMotionActivity?>()
    first.startActivityUpdates(to: queue) { _ in }
    board.advance(20)
    second.startActivityUpdates(to: queue) { told.add($0) }
    queue.waitUntilAllOperationsAreFinished()
    #expect(told.values.map { $0?.stationary } == [true])
    first.stopActivityUpdates()
    second.stopActivityUpdates()
    #expect(board.board.sensor == nil)
  }

  /// The handler gets nil once, the reason can be asked for, and what held before does not hold through the gap.
  @Test func aLostChipEndsWhatIsKnownOfTheActivity() throws {
    let board = VirtualBoard()
    let queue = serialQueue()
    let manager = CMMotionActivityManager(board: board.board)
    let told = Collected<CMMotionActivity?>()
    let begin = Date()
    manager.startActivityUpdates(to: queue) { told.add($0) }
    board.advance(20)
    #expect(manager.unavailability == nil)
    board.chip.powerOff()
    board.advance(5)
    queue.waitUntilAllOperationsAreFinished()
    #expect(told.values.map { $0?.stationary } == [true, true, nil])
    #expect(manager.unavailability?.kind == .noChip)
    #expect(try #require(query(manager, from: begin - 60, to: begin + 3600).first?.last).unknown)
    board.chip.powerOn()
    board.advance(10)
    queue.waitUntilAllOperationsAreFinished()
    #expect(told.values.last??.stationary == true)
    #expect(manager.unavailability == nil)
  }

  @Test func withoutAChipTheHandlerGetsNilAndTheReasonCanBeAsked() {
    let board = VirtualBoard()
    board.chip.powerOff()
    let queue = serialQueue()
    let manager = CMMotionActivityManager(board: board.board)
    let told = Collected<Bool>()
    manager.startActivityUpdates(to: queue) { told.add($0 == nil) }
    queue.waitUntilAllOperationsAreFinished()
    #expect(told.values == [true])
    #expect(manager.unavailability?.kind == .noChip)
  }
}
