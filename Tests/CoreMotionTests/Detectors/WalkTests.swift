import Foundation
import SimulatedIMU
import Testing

@testable import CoreMotion

/// A walk or a run at a pace of its own, with rests before and after.
private struct Walk: MotionSource {
  var stepsASecond: Double
  var begin = 4.0
  var end = 20.0

  func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Double(time) * 1e-9
    guard seconds > begin, seconds < end else {
      return Motion(specificForce: [0, 0, 9.80665], angularRate: .zero)
    }
    let phase = 2 * .pi * stepsASecond * (seconds - begin)
    let bob = 0.3 * sin(phase) + 0.12 * sin(2 * phase + 1) - 0.12 * sin(1)
    return Motion(specificForce: [0, 0, 9.80665 * (1 + bob)], angularRate: .zero)
  }
}

/// Rest for eight seconds, then shaking and turning about all axes without the beat of steps.
private struct RestThenSwinging: MotionSource {
  func motion(atNanoseconds time: UInt64) -> Motion {
    let seconds = Double(time) * 1e-9 - 8
    guard seconds > 0 else { return Motion(specificForce: [0, 0, 9.80665], angularRate: .zero) }
    let swing = SIMD3(sin(9 * seconds), sin(13 * seconds + 1), sin(11 * seconds + 2))
    return Motion(specificForce: [1.5 * swing.x, 1.5 * swing.y, 9.80665], angularRate: 0.8 * swing)
  }
}

/// Steps and activities.
@Suite struct WalkTests {
  @Test func stepsAreCountedFromTheStart() throws {
    let board = VirtualBoard(Walk(stepsASecond: 2))
    let pedometer = CMPedometer(board: board.board)
    let data = Collected<CMPedometerData>()
    pedometer.startUpdates(from: Date()) { update, _ in update.map(data.add) }
    board.advance(25)
    pedometer.queue.sync {}
    let last = try #require(data.values.last)
    #expect(abs(last.numberOfSteps.intValue - 32) <= 2)
    #expect(abs(try #require(last.currentCadence).doubleValue - 2) < 0.1)
    #expect(last.distance == nil && last.floorsAscended == nil)
    let counts = data.values.map(\.numberOfSteps.intValue)
    #expect(counts == counts.sorted())
    let before = data.values.count
    pedometer.stopUpdates()
    #expect(board.board.sensor == nil)
    #expect(data.values.count == before)
  }

  @Test func aPauseAndAWayOnAreTold() {
    let board = VirtualBoard(Walk(stepsASecond: 2))
    let pedometer = CMPedometer(board: board.board)
    let events = Collected<CMPedometerEvent>()
    pedometer.startEventUpdates { event, _ in event.map(events.add) }
    board.advance(30)
    pedometer.queue.sync {}
    #expect(events.values.map(\.type) == [.resume, .pause])
    if let first = events.values.first, let last = events.values.last {
      #expect(last.date.timeIntervalSince(first.date) > 8)
    }
  }

  @Test func pastStepsAreFoundWhileTheProcessLives() throws {
    let board = VirtualBoard(Walk(stepsASecond: 2))
    let pedometer = CMPedometer(board: board.board)
    let begin = Date()
    pedometer.startUpdates(from: begin) { _, _ in }
    board.advance(25)
    let answers = Collected<Int>()
    pedometer.queryPedometerData(from: begin - 3600, to: begin + 3600) { data, _ in
      if let data { answers.add(data.numberOfSteps.intValue) }
    }
    pedometer.queryPedometerData(from: begin - 7200, to: begin - 3600) { data, _ in
      if let data { answers.add(data.numberOfSteps.intValue) }
    }
    pedometer.queryPedometerData(from: begin, to: begin - 3600) { _, error in
      if let error { answers.add(-(error as NSError).code) }
    }
    pedometer.queue.sync {}
    #expect(answers.values.count == 3)
    #expect(abs(try #require(answers.values.first) - 32) <= 2)
    #expect(answers.values.dropFirst() == [0, -107])
  }

  @Test func aPedometerWithoutAChipSaysSo() {
    let board = VirtualBoard()
    board.chip.powerOff()
    let pedometer = CMPedometer(board: board.board)
    let codes = Collected<Int>()
    pedometer.startUpdates(from: Date()) { _, error in if let error { codes.add((error as NSError).code) } }
    pedometer.queue.sync {}
    #expect(codes.values == [109])
    #expect(!CMPedometer.isDistanceAvailable() && !CMPedometer.isFloorCountingAvailable())
  }

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

  /// Steps are told of a lost chip, too, and counted on when it is back.
  @Test func stepsGoOnAfterALossThatIsTold() {
    let board = VirtualBoard(Walk(stepsASecond: 2, begin: 4, end: 60))
    let pedometer = CMPedometer(board: board.board)
    let codes = Collected<Int>()
    let steps = Collected<Int>()
    pedometer.startUpdates(from: Date()) { data, error in
      if let data { steps.add(data.numberOfSteps.intValue) }
      if let error { codes.add((error as NSError).code) }
    }
    board.advance(12)
    board.chip.powerOff()
    board.advance(6)
    board.chip.powerOn()
    pedometer.queue.sync {}
    let before = steps.values.last ?? 0
    #expect(before > 8)
    #expect(codes.values == [109])
    board.advance(12)
    pedometer.queue.sync {}
    #expect((steps.values.last ?? 0) > before + 8)
    #expect(codes.values == [109])
  }

  /// What the chip can't know is said to be not there, by question and by value.
  @Test func distancePaceAndFloorsAreNotAvailable() throws {
    #expect(!CMPedometer.isDistanceAvailable() && !CMPedometer.isPaceAvailable())
    #expect(!CMPedometer.isFloorCountingAvailable())
    let board = MotionBoard.virtual(.still)
    MotionBoard.withStandard(board) {
      #expect(CMPedometer.isStepCountingAvailable() && CMPedometer.isCadenceAvailable())
      #expect(CMPedometer.isPedometerEventTrackingAvailable())
    }
    MotionBoard.withStandard(MotionBoard(configurationFile: "/nonexistent/config.json5")) {
      #expect(!CMPedometer.isStepCountingAvailable() && !CMPedometer.isCadenceAvailable())
      #expect(!CMMotionActivityManager.isActivityAvailable())
    }
    let data = CMPedometerData(startDate: Date(), endDate: Date(), numberOfSteps: 3, cadence: 2)
    #expect(data.currentPace == nil && data.averageActivePace == nil && data.distance == nil)
    #expect(data.floorsAscended == nil && data.floorsDescended == nil)
  }
}
