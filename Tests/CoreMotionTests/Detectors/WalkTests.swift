import Foundation
import SimulatedIMU
import Testing

@testable import CoreMotion

/// Steps.
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
