import Foundation
import Fusion
import IMUDrivers
import SoakWalk
import Testing

@testable import Pipeline
@testable import SimulatedIMU

/// Whatever a file holds: it is read or refused with a reason, and what was read can be used.
@Suite struct FileFuzzTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: Self.root.appending(path: path))) }

  /// A chip that does not move for a moment, on a pipeline in virtual time.
  private func tryOut(_ configuration: PipelineConfiguration) {
    let pipeline = MotionPipeline.stepped(configuration)
    do throws(PipelineError) { try pipeline.start() } catch {
      #expect(!error.description.isEmpty)
      return
    }
    var steps = 0
    pipeline.advance(nanoseconds: 30_000_000) { _ in
      steps += 1
      return steps > 10_000
    }
    pipeline.stop()
  }

  @Test func anyConfiguration() throws {
    let good = try ["simulated", "mpu6050", "lsm6ds3"].map { try bytes("config/\($0).json5") }
    FuzzCases.run("configuration", cases: 400) { _, random in
      let text = Mutator.damaged(random.below(2) == 0 ? good[0] : random.pick(good), &random)
      do throws(ConfigurationError) {
        var configuration = try ConfigurationFile.parse(text, file: "f")
        // The file's other files are not to be opened.
        configuration.calibrationPath = nil
        guard case .simulated(var source) = configuration.source else { return }
        source.faultScriptPath = nil
        configuration.source = .simulated(source)
        tryOut(configuration)
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  @Test func anyFaultScript() throws {
    var good = [try bytes("docs/faults-example.json5")]
    good.append(
      Array(
        """
        {faults: [{atSeconds: 0.01, fault: "flip", register: 0x1B, mask: 8, everySeconds: 0.002, strikes: 9},
        {atSample: 3, fault: "set", word: "gx", value: -32768, forSeconds: 0.01}, {atTransaction: 20, fault: "slipFIFO", bytes: 5},
        {atSeconds: 0.02, fault: "clockError", percent: 5}, {atSample: 4, fault: "corrupt", register: 0x3B, mask: 255, times: 3}]}
        """.utf8))
    FuzzCases.run("fault script", cases: 400) { _, random in
      let text = Mutator.damaged(random.pick(good), &random)
      do throws(FaultScriptError) {
        let script = try FaultScript(String(decoding: text, as: UTF8.self))
        let board = SimulatedBoard()
        let chip = board.attach(random.pick([.mpu6050, .lsm6ds3trc]), motion: .still())
        board.pause(nanoseconds: 50_000_000)
        chip.follow(script)
        tryOut(
          PipelineConfiguration(
            source: .custom(bus: board.bus, address: chip.address, line: board.line(for: chip)), realtime: .none))
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  @Test func anyCalibration() throws {
    var calibration = Calibration(chip: CalibratedChip(.mpu6050, bus: "/dev/i2c-1", address: 0x68))
    calibration.accelerometer = .init(
      AccelerometerCalibration(
        offset: Vector3(0.4, -0.3, 0.7), scale: Vector3(0.98, 1.03, 0.96), offsetUncertainty: Vector3(1e-3, 1e-3, 2e-3),
        scaleUncertainty: Vector3(1e-4, 1.1e-4, 1e-16), residual: 0.01, condition: 1, poseCount: 6), date: "2025-06-01")
    calibration.gyroscope = .init(
      GyroscopeCalibration(
        bias: Vector3(0.03, -0.02, 0.01), uncertainty: Vector3(1e-5, 1e-5, 1e-5), noise: Vector3(1e-3, 1e-3, 1e-3),
        temperatureCelsius: 31, seconds: 10, thermal: ThermalBias()), date: "2025-06-01")
    let good = CalibrationFile.text(calibration)
    // Without its checksum a damaged file gets further.
    let bare = good.split(separator: "\n").filter { !$0.contains("checksum") }.joined(separator: "\n")
    #expect(throws: Never.self) { try CalibrationFile.parse(Array(bare.utf8), file: "c") }
    FuzzCases.run("calibration", cases: 400) { seed, random in
      let text = Mutator.damaged(Array((random.below(4) == 0 ? good : bare).utf8), &random)
      do throws(ConfigurationError) {
        let read = try CalibrationFile.parse(text, file: "c")
        // What was read can be written, and read again.
        #expect(throws: Never.self, "seed \(seed)") {
          try CalibrationFile.parse(Array(CalibrationFile.text(read).utf8), file: "c")
        }
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  @Test func anyReplayFile() throws {
    var good = "time_s,gx,gy,gz,ax,ay,az,mx,my,mz,qw,qx,qy,qz\n"
    for row in 0..<24 { good += "\(Double(row) * 0.01),0.1,-0.2,0.3,0.5,-0.6,9.8,20,1,-40,1,0,0,0\n" }
    let bytes = Array(good.utf8)
    #expect(throws: Never.self) { try RecordedTrial(csv: bytes, name: "t") }
    FuzzCases.run("replay", cases: 300) { _, random in
      do throws(RecordedTrialError) {
        let trial = try RecordedTrial(csv: Mutator.damaged(bytes, &random), name: "t")
        let board = SimulatedBoard()
        let chip = board.attach(random.pick([.mpu6050, .lsm6ds3]), motion: trial)
        board.pause(nanoseconds: 50_000_000)
        chip.startRecording()
        tryOut(
          PipelineConfiguration(source: .custom(bus: board.bus, address: chip.address, line: nil), realtime: .none))
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  /// Recordings of our own, with all the lines that are no rows.
  @Test func anyRecordedSession() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "imu-rt-fuzz-\(UUID().uuidString).csv")
    defer { do { try FileManager.default.removeItem(at: path) } catch {} }
    var configuration = PipelineConfiguration(source: .simulated(SimulatedSource()), realtime: .none)
    configuration.recorder = try SessionRecorder(path.path, rowLimit: 30)
    let pipeline = MotionPipeline.stepped(configuration)
    try pipeline.start()
    pipeline.advance(nanoseconds: 300_000_000)
    pipeline.stop()
    let good = Array(try Data(contentsOf: path))
    try FuzzCases.run("recorded session", cases: 300) { _, random in
      try Data(Mutator.damaged(good, &random)).write(to: path)
      do throws(ReplayError) {
        let recording = try ReplayRecording(path: path.path)
        let result = try Replay(recording).run(through: .filter)
        #expect(result.orientations.count == recording.count)
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  @Test func anySavedState() throws {
    let good = OrientationFilter().savedState
    FuzzCases.run("saved state", cases: 2000) { seed, random in
      do throws(SavedStateError) {
        var filter = try OrientationFilter(savedState: Mutator.damaged(good, &random))
        #expect(!filter.savedState.isEmpty, "seed \(seed)")
        filter = OrientationFilter()
      } catch { #expect(!"\(error)".isEmpty) }
    }
  }
}
