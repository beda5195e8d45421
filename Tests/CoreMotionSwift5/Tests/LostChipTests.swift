import CoreMotion
import Foundation
import Pipeline
import Testing

/// The documents' code on a chip that is lost while it runs.
@Suite struct LostChipTests {
  /// A board in virtual time whose chip is unplugged after two seconds, for three.
  private static func board() throws -> MotionBoard {
    let path = NSTemporaryDirectory() + "unplugged-\(UUID()).json5"
    try Data("{ faults: [{ atSeconds: 2, fault: 'unplug', forSeconds: 3 }] }".utf8).write(
      to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    var chip = SimulatedSource(motion: .still)
    chip.faultScriptPath = path
    return .virtual(PipelineConfiguration(source: .simulated(chip)))
  }

  /// Each sensor that gets an error is stopped and its label shows the text, which no value replaces when the chip is back.
  @Test func c4_labelsShowTheErrorAndTheSensorsStop() throws {
    let board = try Self.board()
    let labels = MotionBoard.withStandard(board) { SensorLabels() }
    labels.queue.maxConcurrentOperationCount = 1
    labels.viewDidLoad()
    board.advance(seconds: 1)
    labels.queue.waitUntilAllOperationsAreFinished()
    #expect(labels.accelerometerLabel.hasPrefix("x: ") && labels.gyroscopeLabel.hasPrefix("x: "))
    // The clock stands while nobody is active, so somebody is.
    let keeper = CMMotionManager(board: board)
    keeper.startDeviceMotionUpdates()
    board.advance(seconds: 10)
    labels.queue.waitUntilAllOperationsAreFinished()
    #expect(keeper.deviceMotion != nil)
    #expect(labels.accelerometerLabel.hasPrefix("Accelerometer encountered error: "))
    #expect(labels.gyroscopeLabel.hasPrefix("Gyroscope encountered error: "))
    #expect(labels.accelerometerLabel.contains("CMErrorDomain") && labels.accelerometerLabel.contains("0x68"))
    #expect(!labels.motionManager.isAccelerometerActive && !labels.motionManager.isGyroActive)
  }

  /// The tutorial's ball on a chip that is lost: never returns.
  private static func rollUntilTheChipIsLost() throws {
    let board = try board()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    nonisolated(unsafe) let controller = MotionBoard.withStandard(board) { BallController() }
    queue.addOperation { controller.viewDidLoad() }
    queue.waitUntilAllOperationsAreFinished()
    board.advance(seconds: 1)
    queue.waitUntilAllOperationsAreFinished()
    // No value yet that is nil: an end before this point is another fault.
    guard controller.frames > 50 else { exit(EXIT_SUCCESS) }
    board.advance(seconds: 4)
    queue.waitUntilAllOperationsAreFinished()
  }

  #if compiler(>=6.2)
    /// Whoever never looks at the error and unwraps the data by force ends with the chip: here, as on the phone.
    @Test func c8_unwrappingByForceEndsTheProgram() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.exitStatus]) {
        try LostChipTests.rollUntilTheChipIsLost()
      }
      let status = try #require(result?.exitStatus)
      guard case .signal = status else {
        Issue.record("ended with \(status) instead of a trap")
        return
      }
    }
  #endif

  /// The same with a look at the data first: the ball waits and rolls on.
  @Test func c8_lookingAtTheDataFirstGoesOn() throws {
    let board = try Self.board()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let manager = CMMotionManager(board: board)
    var (values, errors) = (0, 0)
    manager.startAccelerometerUpdates(to: queue) { data, error in
      guard let data = data else {
        errors += error == nil ? 0 : 1
        return
      }
      values += data.acceleration.z < 0 ? 1 : 0
    }
    board.advance(seconds: 1)
    queue.waitUntilAllOperationsAreFinished()
    let before = values
    board.advance(seconds: 8)
    queue.waitUntilAllOperationsAreFinished()
    manager.stopAccelerometerUpdates()
    #expect(errors == 1)
    #expect(before > 90 && values > before + 150)
  }

  /// Asked for the gyroscope, the article starts what is not there.
  @Test func c9_askingForTheGyroscopeStartsWhatIsNotThere() {
    let device = MotionBoard.withStandard(.virtual(.still)) { GyroOnlyManager() }
    let button = AttitudeButton(manager: device)
    button.startAsTheArticleDoes()
    #expect(device.starts == 1)
    button.start()
    #expect(device.starts == 1)
    #expect(device.deviceMotion == nil)
  }
}
