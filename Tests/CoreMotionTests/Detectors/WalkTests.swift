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

  /// Swinging about in all directions is neither rest nor walking.
  @Test func otherMotionIsUnknown() {
    #expect(names(activities(.moving(), seconds: 20)).allSatisfy { $0 == "unknown" })
  }

  @Test func batchesSpanASecondAndLoseNothing() async throws {
    let board = VirtualBoard()
    let manager = CMBatchedSensorManager(board: board.board)
    #expect(manager.accelerometerBatch == nil)
    manager.startAccelerometerUpdates()
    #expect(manager.accelerometerDataFrequency == 200)
    let updates = manager.deviceMotionUpdates()
    board.advance(3.5)
    let batch = try #require(manager.accelerometerBatch)
    #expect((199...201).contains(batch.count))
    var times: [Double] = []
    var batches = 0
    for try await batch in updates {
      times += batch.map(\.timestamp)
      batches += 1
      if batches == 3 { break }
    }
    #expect(zip(times.dropFirst(), times).allSatisfy { abs($0 - $1 - 0.005) < 1e-5 })
    manager.stopAccelerometerUpdates()
    #expect(manager.accelerometerBatch == nil && !manager.isAccelerometerActive)
  }
}
