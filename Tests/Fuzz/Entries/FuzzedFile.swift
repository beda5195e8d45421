import CoreMotion
import Foundation
import Fusion
import Pipeline
import SimulatedIMU

/// Whatever a file holds: it is read or refused with a reason, and what was read can be used.
enum FuzzedFile {
  private static let withoutReason = "an error without a reason"

  static func configuration(_ text: [UInt8]) -> String? {
    do throws(ConfigurationError) {
      for var configuration in try ConfigurationFile.parseAll(text, file: "f") {
        // The file's other files are not to be opened.
        configuration.calibrationPath = nil
        guard case .simulated(var source) = configuration.source else { continue }
        source.faultScriptPath = nil
        configuration.source = .simulated(source)
        if let complaint = FuzzedRun.moment(of: configuration) { return complaint }
      }
      return nil
    } catch { return error.description.isEmpty ? withoutReason : nil }
  }

  static func faultScript(_ text: [UInt8]) -> String? {
    do throws(FaultScriptError) {
      let script = try FaultScript(String(decoding: text, as: UTF8.self))
      for model in [ChipModel.mpu6050, .lsm6ds3trc] {
        let board = SimulatedBoard()
        let chip = board.attach(model, motion: .still())
        board.pause(nanoseconds: 50_000_000)
        chip.follow(script)
        let source = PipelineConfiguration.Source.custom(
          bus: board.bus, address: chip.address, line: board.line(for: chip))
        if let complaint = FuzzedRun.moment(of: PipelineConfiguration(source: source, realtime: .none)) {
          return complaint
        }
      }
      return nil
    } catch { return error.description.isEmpty ? withoutReason : nil }
  }

  static func calibration(_ text: [UInt8]) -> String? {
    do throws(ConfigurationError) {
      let read = try CalibrationFile.parse(text, file: "c")
      do throws(ConfigurationError) {
        _ = try CalibrationFile.parse(Array(CalibrationFile.text(read).utf8), file: "c")
        return nil
      } catch { return "what was read and written can't be read: \(error)" }
    } catch { return error.description.isEmpty ? withoutReason : nil }
  }

  static func recording(_ csv: [UInt8]) -> String? {
    do throws(RecordedTrialError) {
      let trial = try RecordedTrial(csv: csv, name: "t")
      for model in [ChipModel.mpu6050, .lsm6ds3] {
        let board = SimulatedBoard()
        let chip = board.attach(model, motion: trial)
        board.pause(nanoseconds: 50_000_000)
        chip.startRecording()
        let source = PipelineConfiguration.Source.custom(bus: board.bus, address: chip.address, line: nil)
        if let complaint = FuzzedRun.moment(of: PipelineConfiguration(source: source, realtime: .none)) {
          return complaint
        }
      }
      return nil
    } catch { return error.description.isEmpty ? withoutReason : nil }
  }

  static func replay(_ contents: [UInt8]) -> String? {
    withFile(contents, name: "replay.csv") { path in
      do throws(ReplayError) {
        let recording = try ReplayRecording(path: path)
        let result = try Replay(recording).run(through: .filter)
        return result.orientations.count == recording.count ? nil : "rows without an orientation"
      } catch { return error.description.isEmpty ? withoutReason : nil }
    }
  }

  /// The state as it is, and with the checksum that belongs to it: a damaged one gets further so.
  static func savedState(_ bytes: [UInt8]) -> String? {
    for state in [bytes, bytes + checksum(bytes)] {
      do throws(SavedStateError) {
        var filter = try OrientationFilter(savedState: state)
        guard filter.savedState == state else { return "a state that was taken is saved as another" }
        for step in 1...3 {
          _ = filter.update(
            timeNanoseconds: UInt64(step) * 10_000_000, gyroscope: Vector3(0.1, 0.2, -0.1),
            accelerometer: Vector3(0, 0, 9.8))
        }
        let q = filter.orientation
        if !(q.w + q.x + q.y + q.z).isFinite { return "an orientation is not finite" }
      } catch {
        if error.description.isEmpty { return withoutReason }
      }
    }
    return nil
  }

  /// CRC-32 as in RFC 1952, section 8; least significant byte first.
  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: ~remainder >> UInt32(8 * $0)) }
  }

  /// The dates of the input count from the present hour, since what is older than three days is not looked at.
  static func archive(_ contents: [UInt8]) -> String? {
    let hour = Int(Date().timeIntervalSinceReferenceDate / 3600)
    let start = Date(timeIntervalSinceReferenceDate: Double(hour) * 3600)
    let file = moved(contents, by: start.timeIntervalSinceReferenceDate)
    return withFile(file, name: "accelerometer-\(hour).samples") { path in
      let board = MotionBoard.virtual()
      let recorder = CMSensorRecorder(board: board, folder: URL(filePath: path).deletingLastPathComponent())
      var last = start - 3600
      for sample in recorder.accelerometerData(from: last, to: start + 7200)?.samples ?? [] {
        guard sample.startDate >= last, sample.startDate <= start + 7200 else { return "dates out of order" }
        last = sample.startDate
      }
      // A recording goes on from the numbers that were given.
      recorder.recordAccelerometer(forDuration: 0.02)
      board.advance(seconds: 0.05)
      return nil
    }
  }

  /// The records of 48 bytes with their date, the second number, later.
  private static func moved(_ contents: [UInt8], by seconds: Double) -> [UInt8] {
    var moved = contents
    for start in stride(from: 8, through: contents.count - 40, by: 48) {
      let bits = contents[start..<start + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let date = (Double(bitPattern: bits) + seconds).bitPattern
      for byte in 0..<8 { moved[start + byte] = UInt8(truncatingIfNeeded: date >> UInt64(8 * byte)) }
    }
    return moved
  }

  /// A folder of the process's own, with the file in it.
  private static func withFile(_ contents: [UInt8], name: String, _ body: (String) -> String?) -> String? {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "imu-rt-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      let file = folder.appending(path: name)
      try Data(contents).write(to: file)
      return body(file.path)
    } catch { return "the file could not be written: \(error)" }
  }
}
