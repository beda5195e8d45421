import CoreMotion
import Foundation
import Pipeline
import Testing

/// Code in the style of iOS apps, compiled as it stands and run on a simulated chip in virtual time.
@Suite struct CompatibilityTests {
  private func queue() -> OperationQueue {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }

  /// Waits for the operations so far; asynchronous tests may not do so directly.
  private func drain(_ queue: OperationQueue) { queue.waitUntilAllOperationsAreFinished() }

  /// The tutorial's handler runs on the queue that its caller runs on.
  @Test func theBallOfTheTutorialRolls() {
    let board = MotionBoard.virtual(.moving)
    let queue = queue()
    nonisolated(unsafe) let controller = MotionBoard.withStandard(board) { BallController() }
    queue.addOperation { controller.viewDidLoad() }
    queue.waitUntilAllOperationsAreFinished()
    board.advance(seconds: 3)
    queue.waitUntilAllOperationsAreFinished()
    #expect((175...185).contains(controller.frames))
    #expect(controller.ballCentre.x != 160)
  }

  @MainActor @Test func aViewOfTheMainActorIsCalledOnIt() async throws {
    let board = MotionBoard.virtual(.moving)
    let view = MotionBoard.withStandard(board) { LevelView() }
    view.appear()
    board.advance(seconds: 2)
    for _ in 0..<1000 where view.updates < 115 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(view.updates >= 115)
    #expect(view.bubble != 0)
    view.disappear()
  }

  @Test func labelsShowBothSensors() {
    let board = MotionBoard.virtual(.still)
    let labels = MotionBoard.withStandard(board) { SensorLabels() }
    labels.queue.maxConcurrentOperationCount = 1
    labels.viewDidLoad()
    board.advance(seconds: 1)
    labels.queue.waitUntilAllOperationsAreFinished()
    #expect(labels.accelerometerLabel.hasSuffix("z: -1.00"))
    #expect(labels.gyroscopeLabel.contains("x: ") && labels.gyroscopeLabel.contains("z: "))
  }

  @Test func labelsSayWhatIsMissing() {
    let board = MotionBoard(configurationFile: "/nonexistent/config.json5")
    let labels = MotionBoard.withStandard(board) { SensorLabels() }
    labels.viewDidLoad()
    #expect(labels.accelerometerLabel == "This device has no accelerometer.")
    #expect(labels.gyroscopeLabel == "This device has no gyroscope")
  }

  @Test func theButtonStartsAndStops() {
    let board = MotionBoard.virtual(.moving)
    let button = StartStopButton()
    MotionBoard.withStandard(board) { button.toggle() }
    #expect(button.title == "Stop")
    board.advance(seconds: 2)
    button.queue.waitUntilAllOperationsAreFinished()
    #expect(button.roll.split(separator: ".").last?.count == 3)
    button.toggle()
    #expect(button.title == "Start" && button.motionManager == nil)
    #expect(board.sensor == nil)
  }

  @Test func theReferenceAttitudeIsTakenOut() {
    let board = MotionBoard.virtual(.still)
    let view = MotionBoard.withStandard(board) { ReferenceView() }
    view.saveReference()
    #expect(view.referenceAttitude == nil)
    view.start()
    board.advance(seconds: 1)
    view.saveReference()
    board.advance(seconds: 1)
    for _ in 0..<3 {
      view.drawFrame()
      #expect(view.rotation.m11 > 0.9999 && view.rotation.m22 > 0.9999 && view.rotation.m33 > 0.9999)
    }
  }

  @Test func parallaxFollowsTheRoll() {
    let board = MotionBoard.virtual(.moving)
    let queue = queue()
    let scroller = MotionBoard.withStandard(board) { ParallaxScroller(service: MotionService(), queue: queue) }
    scroller.begin()
    board.advance(seconds: 3)
    queue.waitUntilAllOperationsAreFinished()
    #expect(scroller.initialAttitude != nil)
    #expect(scroller.offset != 0)
    scroller.end()
    #expect(board.sensor == nil)
  }

  private final class Shakes: ShakeDelegate {
    var count = 0
    func didShake(_ strength: Double) { count += 1 }
  }

  @Test func aShakeIsRecognised() {
    let board = MotionBoard.virtual(.gestures)
    let queue = queue()
    let recogniser = MotionBoard.withStandard(board) { ShakeRecogniser() }
    let shakes = Shakes()
    recogniser.delegate = shakes
    recogniser.start(on: queue)
    board.advance(seconds: 6.5)
    queue.waitUntilAllOperationsAreFinished()
    let before = shakes.count
    board.advance(seconds: 3)
    queue.waitUntilAllOperationsAreFinished()
    #expect(shakes.count > before + 10)
    recogniser.stop()
  }

  @Test func accelerationIsTakenIntoTheReferenceFrame() throws {
    let board = MotionBoard.virtual(.still)
    let world = MotionBoard.withStandard(board) { WorldAcceleration() }
    #expect(world.acceleration() == nil)
    world.manager.startDeviceMotionUpdates()
    board.advance(seconds: 1)
    #expect(try #require(world.acceleration()).magnitude < 0.02)
    #expect(world.turnSinceLast() == 0)
    board.advance(seconds: 0.1)
    #expect(world.turnSinceLast() < 0.001)
  }

  @Test func aNorthFrameFailsByItsCode() {
    let board = MotionBoard.virtual(.still)
    let client = MotionBoard.withStandard(board) { MotionClient(manager: CMMotionManager(), queue: queue()) }
    var failures: [String] = []
    client.updates { if case .failure(let failure) = $0 { failures.append("\(failure)") } }
    client.queue.waitUntilAllOperationsAreFinished()
    #expect(failures == ["unavailable"])
  }

  @Test func aHandWrittenStreamGivesValues() async {
    let board = MotionBoard.virtual(.moving)
    let manager = MotionBoard.withStandard(board) { CMMotionManager() }
    let stream = rollStream(manager)
    board.advance(seconds: 1)
    var values: [Double] = []
    for await roll in stream {
      values.append(roll)
      if values.count == 50 { break }
    }
    #expect(Set(values).count > 40)
  }

  @Test func subclassesStandInForTests() {
    let mock = MockManager()
    #expect(isTilted(mock))
    #expect(mock.starts == 1)
    #expect(mock.deviceMotion?.userAcceleration.x == 2)
  }

  @Test func stepsAndActivityReachTheModel() async throws {
    let board = MotionBoard.virtual(.gestures)
    let queue = queue()
    let model = MotionBoard.withStandard(board) {
      let model = StepsModel()
      model.start(queue)
      return model
    }
    board.advance(seconds: 18)
    drain(queue)
    for _ in 0..<1000 where model.steps < 15 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(abs(model.steps - 16) <= 1)
    #expect(model.activity == "walking")
    model.stop()
  }

  @Test func aRecordingIsEnumerated() {
    let data = CMRecordedAccelerometerData(
      identifier: 1, startDate: Date(), acceleration: CMAcceleration(x: 0, y: 3, z: 4), timestamp: 1)
    #expect(strongest(in: CMSensorDataList(samples: [data])) == 5)
    #expect(strongest(in: nil) == 0)
  }
}
