import Foundation
import Fusion
import IMUDrivers
import Testing

@testable import Pipeline

@Suite("Calibration files")
struct CalibrationFileTests {
  @Test func everyNumber_comesBackToTheBit() throws {
    let full = try CalibrationSamples.full
    let text = CalibrationFile.text(full)
    let read = try CalibrationFile.parse(Array(text.utf8), file: "c")
    #expect(read == full)
    // Equality doesn't tell the zeros apart.
    #expect(read.gyroscope?.result.thermal.state.level.y.sign == .minus)
    #expect(CalibrationFile.text(read) == text)
  }

  @Test func anyBits_comeBack() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      // Any pattern within the bounds of an offset: every exponent below them.
      func any() -> Double {
        let value = Double(bitPattern: random.next())
        return abs(value) <= 10 ? value : any()
      }
      var calibration = Calibration(chip: CalibrationSamples.chip)
      calibration.accelerometer = .init(
        AccelerometerCalibration(
          offset: Vector3(any(), any(), any()), scale: Vector3(1, 1, 1), offsetUncertainty: .zero,
          scaleUncertainty: .zero, residual: 0, condition: 1, poseCount: 6), date: "now")
      let read = try CalibrationFile.parse(Array(CalibrationFile.text(calibration).utf8), file: "c")
      let (a, b) = (read.accelerometer?.result.offset, calibration.accelerometer?.result.offset)
      #expect(a?.x.bitPattern == b?.x.bitPattern && a?.y.bitPattern == b?.y.bitPattern)
      #expect(a?.z.bitPattern == b?.z.bitPattern)
    }
  }

  @Test func sectionsThatWereNotCalibrated_stayAway() throws {
    let full = try CalibrationSamples.full
    var part = full
    part.gyroscope = nil
    part.chip.bus = nil
    part.chip.address = nil
    for calibration in [part, Calibration(chip: full.chip)] {
      #expect(try CalibrationFile.parse(Array(CalibrationFile.text(calibration).utf8), file: "c") == calibration)
    }
  }

  @Test func writtenFile_isReadAgainForItsChip() throws {
    let folder = try CalibrationSamples.folder()
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let path = folder.appending(path: "c.json5").path
    let full = try CalibrationSamples.full
    try CalibrationFile.write(full, to: path)
    #expect(try CalibrationFile.read(path, for: CalibratedChip(.mpu6050)) == full)
    #expect(try CalibrationFile.read(path, for: CalibrationSamples.chip) == full)
  }

  @Test func fileCutAnywhere_isRefused() throws {
    let bytes = Array(CalibrationFile.text(try CalibrationSamples.full).utf8)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for count in 0...end {
      do throws(ConfigurationError) {
        _ = try CalibrationFile.parse(Array(bytes[..<count]), file: "c")
        Issue.record("the first \(count) bytes were accepted")
        return
      } catch {}
    }
  }

  /// Whatever one byte turns into, the file is refused, or says the same as before.
  @Test func anyByteReplaced_isRefusedOrChangesNothing() throws {
    let full = try CalibrationSamples.full
    let bytes = Array(CalibrationFile.text(full).utf8)
    var refused = 0
    // Every third, for the time it takes in debug builds.
    for index in stride(from: 0, to: bytes.count, by: 3) {
      for replacement in [bytes[index] ^ 1, UInt8(ascii: "0")] {
        var damaged = bytes
        damaged[index] = replacement
        do throws(ConfigurationError) {
          let read = try CalibrationFile.parse(damaged, file: "c")
          // The date is covered by the checksum as all else is.
          #expect(read == full, "byte \(index)")
        } catch { refused += 1 }
      }
    }
    #expect(refused > bytes.count / 2)
  }

  /// What is damaged, by what it is replaced with, and what the refusal must name.
  static let damage: [(from: String, to: String, mention: String)] = [
    ("version: 1", "version: 2", "'version' is 2; allowed: 1"), ("version: 1,", "", "'version' is missing"),
    ("part: \"MPU-6050\", ", "", "'chip.part' is missing"), ("whoAmI: 0x68", "whoAmI: 300", "'chip.whoAmI' is 300"),
    ("seconds:", "minutes:", "'gyroscope.seconds' is missing"), ("poses: 6", "poses: 5", "'accelerometer.poses' is 5"),
    ("  date: \"2025-06-01T12:00:00Z\",\n", "", "'gyroscope.date' is missing"),
    ("offset: [0.4, -0.3, 0.7]", "offset: [0.4, -0.3]", "'accelerometer.offset' is [0.4, -0.3]; allowed: 3 numbers"),
    ("offset: [0.4, -0.3, 0.7]", "offset: [0.4, -0.3, NaN]", "'accelerometer.offset'"),
    ("offset: [0.4, -0.3, 0.7]", "offset: [0.4, -Infinity, 0]", "'accelerometer.offset'"),
    ("offset: [0.4, -0.3, 0.7]", "offset: [40, 0, 0]", "from -10 to 10"), ("[0.98,", "[0.1,", "'accelerometer.scale'"),
    ("offset: [0.4, -0.3, 0.7]", "offset: [0.5, -0.3, 0.7]", "'checksum' is"),
    ("residual: 0.01,", "residual: 0.011,", "'checksum'"),
    ("temperature: 31.125", "temperature: 1000", "'gyroscope.temperature' is 1000"),
    ("condition: 12.5", "condition: null", "'magnetometer.condition' is missing"),
    ("condition: 12.5", "condition: 12.5, stray: 1", "unknown key 'magnetometer.stray'"),
    ("lowest: -12.3", "lowest: 50", "'gyroscope.thermal' is inconsistent"),
    ("level: [", "level: [0,", "'gyroscope.thermal.level'"), ("thermal:", "warm:", "'gyroscope.thermal' is missing"),
    ("  chip:", "  ship:", "'chip' is missing"), ("checksum:", "sum:", "unknown key 'sum'"),
    ("checksum: \"0x", "checksum: \"0y", "damaged or was changed by hand"),
  ]

  @Test(arguments: damage)
  func damage_isRefusedWithItsKey(from: String, to: String, mention: String) throws {
    let text = CalibrationFile.text(try CalibrationSamples.full)
    try #require(text.contains(from))
    let range = try #require(text.range(of: from))
    let error = fileRefusal(text.replacingCharacters(in: range, with: to))
    #expect(error?.description.hasPrefix("c: ") == true)
    #expect(error?.description.contains(mention) == true, "\(String(describing: error))")
  }

  @Test(arguments: ["", "[]", "null", "{}", "{version: 1}", "{version: 1, chip: {}}", "MPU-6050", "\u{FEFF}"])
  func fileOfSomethingElse_isRefused(text: String) {
    #expect(fileRefusal(text) != nil)
  }

  @Test func fileWrittenByHand_needsNoChecksum() throws {
    let text = """
      {
        version: 1, chip: {part: 'MPU-6050', whoAmI: 0x68}, // from the maker's sheet
        accelerometer: {
          date: 'yesterday', offset: [0.1, 0, -.2], scale: [1, 1, 1.01], offsetUncertainty: [0, 0, 0],
          scaleUncertainty: [0, 0, 0], residual: 0, condition: 1, poses: 6,
        },
      }
      """
    let calibration = try CalibrationFile.parse(Array(text.utf8), file: "c")
    #expect(calibration.accelerometer?.result.scale == Vector3(1, 1, 1.01))
    #expect(calibration.gyroscope == nil)
  }

  @Test func calibrationOfAnotherChip_isRefusedWithTheKey() throws {
    let full = try CalibrationSamples.full
    let others: [(CalibratedChip, String)] = [
      (CalibratedChip(.lsm6ds3), "'chip.part' is \"MPU-6050\"; allowed: \"LSM6DS3\""),
      (
        CalibratedChip(part: "MPU-6050", identity: 0x98, bus: nil, address: nil), "'chip.whoAmI' is 0x68; allowed: 0x98"
      ),
      (
        CalibratedChip(.mpu6050, bus: "/dev/i2c-3", address: 0x68),
        "'chip.bus' is \"/dev/i2c-1\"; allowed: \"/dev/i2c-3\""
      ),
      (CalibratedChip(.mpu6050, bus: "/dev/i2c-1", address: 0x69), "'chip.address' is 0x68; allowed: 0x69"),
    ]
    for (chip, mention) in others {
      do throws(ConfigurationError) {
        _ = try full.continued(for: chip, file: "c")
        Issue.record("\(chip)")
      } catch { #expect(error.description.contains(mention), "\(error)") }
    }
  }

  @Test func continuedCalibration_keepsWhatIsKnownOfThePlace() throws {
    var unplaced = try CalibrationSamples.full
    unplaced.chip = CalibratedChip(.mpu6050)
    #expect(try unplaced.continued(for: CalibrationSamples.chip, file: "c").chip == CalibrationSamples.chip)
    let placed = try CalibrationSamples.full
    #expect(try placed.continued(for: CalibratedChip(.mpu6050), file: "c") == placed)
  }

  @Test func checksum_isTheOneOfIEEE8023() {
    // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
    #expect(Checksum.text("123456789".utf8) == "0xCBF43926")
    #expect(Checksum.text("".utf8) == "0x00000000")
  }
}
