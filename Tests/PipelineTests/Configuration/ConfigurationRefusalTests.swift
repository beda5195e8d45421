import Foundation
import Testing

@testable import Pipeline

@Suite("What configurations are refused for")
struct ConfigurationRefusalTests {
  /// Values that each key refuses, and a part of what the message says is allowed.
  static let refused: [(key: String, values: [String], allowed: String)] = [
    ("simulate", ["true", "'mpu6050'", "[]", "1"], "an object, or null"),
    ("simulate.chip", ["'MPU6050'", "''", "3", "{}"], "\"mpu6050\", \"lsm6ds3\", \"lsm6ds3tr-c\""),
    ("simulate.motion", ["'walking'", "true", "[]"], "\"moving\", \"still\", \"rotation\", \"gestures\""),
    ("simulate.faults", ["true", "3", "''", "[]"], "a text"),
    ("simulate.clockErrorPercent", ["10.1", "-10.1", "'2'", "NaN", "Infinity"], "a number from -10 to 10"),
    ("bus", ["''", "1", "true", "{}", "[]"], "a text"),
    (
      "address", ["0x67", "0x6C", "104.5", "'0x68'", "-104", "1e300", "NaN", "Infinity", "true"],
      "0x68, 0x69, 0x6A, 0x6B"
    ),
    ("interrupt", ["'GPIO17'", "17", "[]", "false"], "an object, or null"),
    ("interrupt.chip", ["0", "''", "{}"], "a text"),
    ("interrupt.line", ["17", "''", "true"], "a text"),
    ("interrupt.activeLow", ["1", "'yes'", "{}"], "true or false"),
    ("interrupt.openDrain", ["0", "'no'"], "true or false"),
    ("interrupt.latched", ["0", "'no'"], "true or false"),
    ("interrupt.bias", ["'pullup'", "true"], "\"pullUp\""),
    ("sampleRate", ["9.99", "1666.1", "0", "-200", "1e999", "NaN", "'200'", "true"], "a number from 10 to 1666"),
    ("readout", ["'FIFO'", "''", "true", "1"], "\"automatic\", \"fifo\", \"registers\""),
    ("gyroscopeRange", ["0", "2001", "250.5", "'250'", "NaN", "1e300"], "125, 250, 500, 1000, 2000"),
    ("accelerometerRange", ["1", "3", "32", "-2", "'8'", "Infinity"], "2, 4, 8, 16"),
    ("calibration", ["''", "1", "true", "{}", "[]"], "a text"),
    ("acceptSiblings", ["1", "'true'", "[]"], "true or false"),
    ("treatUnknownAs", ["'bmi160'", "''", "true", "0x68"], "\"mpu6050\", \"mpu6500\", \"lsm6ds3\", \"lsm6ds3tr-c\""),
    ("updateRate", ["0.0009", "100.1", "0", "-60", "NaN", "Infinity", "'60'", "true"], "a number from 0.001 to 100"),
    ("controlLoopRate", ["9.9", "1666.1", "NaN", "-Infinity", "'500'"], "a number from 10 to 1666"),
    (
      "mounting", ["'+x'", "['+x','+y']", "['+x','+y','+z','+z']", "['+x','+y',3]", "['+x','+y','-z']", "{}"],
      "right-handed"
    ),
    ("staleAfter", ["0", "0.009", "60.1", "-1", "NaN", "'1'"], "a number from 0.01 to 60"),
    ("realtime", ["true", "80", "[]"], "an object, or null"),
    ("realtime.enabled", ["1", "'true'"], "true or false"),
    ("realtime.acquisitionPriority", ["0", "100", "50.5", "'80'", "1e300"], "a whole number from 1 to 99"),
    ("realtime.fusionPriority", ["0", "100", "-1", "NaN"], "a whole number from 1 to 99"),
    ("realtime.shareProcessor", ["1", "'true'"], "true or false"),
    ("realtime.processor", ["-1", "1024", "0.5", "'0'"], "a whole number from 0 to 1023"),
    ("realtime.lockMemory", ["1", "'true'"], "true or false"),
  ]

  @Test(arguments: refused)
  func badValue_namesFileKeyValueAndWhatIsAllowed(key: String, values: [String], allowed: String) {
    for value in values {
      let error = refusal(Self.text(key: key, value: value), file: "board.json5")
      guard case .badValue(let file, let named, let shown, let range) = error else {
        Issue.record("\(key): \(value) gave \(String(describing: error))")
        continue
      }
      #expect(file == "board.json5")
      #expect(named == key)
      #expect(!shown.isEmpty)
      #expect(range.contains(allowed), "\(key): \(range)")
      let message = error?.description ?? ""
      #expect(message.hasPrefix("board.json5: '\(key)' is ") && message.contains(allowed))
    }
  }

  /// The table above misses no key.
  @Test func table_coversEveryKey() {
    var keys: [String] = []
    for (prefix, probe) in [
      ("", "{simulate: {}, stray: 1}"), ("simulate.", "{simulate: {stray: 1}}"),
      ("interrupt.", "{simulate: {}, interrupt: {chip: 'c', line: 'l', stray: 1}}"),
      ("realtime.", "{simulate: {}, realtime: {stray: 1}}"),
    ] {
      let error = refusal(probe)
      guard case .unknownKey(_, _, let allowed) = error else { continue }
      keys += allowed.map { prefix + $0 }
    }
    #expect(Set(keys) == Set(Self.refused.map(\.key)))
  }

  @Test(arguments: [
    ("{}", "bus"), ("{bus: '/dev/i2c-1'}", "address"), ("{address: 0x68}", "bus"), ("{simulate: null}", "bus"),
    ("{simulate: {}, interrupt: {line: '4'}}", "interrupt.chip"),
    ("{simulate: {}, interrupt: {chip: 'rp1'}}", "interrupt.line"),
    ("{simulate: {}, interrupt: {chip: null, line: '4'}}", "interrupt.chip"),
  ])
  func missingKey_isNamed(text: String, key: String) {
    #expect(throws: ConfigurationError.missingKey(file: "f", key: key)) { try ConfigurationFile.parse(text, file: "f") }
  }

  @Test(arguments: [
    ("{simulate: {}, samplerate: 200}", "samplerate"), ("{simulate: {}, '': 1}", ""),
    ("{simulate: {}, stray: null}", "stray"), ("{simulate: {Chip: 'mpu6050'}}", "simulate.Chip"),
    ("{bus: 'b', address: 104, realtime: {priority: 80}}", "realtime.priority"),
  ])
  func unknownKey_isNamedBesideThoseAllowed(text: String, key: String) {
    let error = refusal(text)
    guard case .unknownKey(_, key, let allowed) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
    #expect(error?.description.hasSuffix("allowed here: \(allowed.joined(separator: ", "))") == true)
  }

  @Test func bothRates_areRefused() {
    let error = refusal("{simulate: {}, updateRate: 50, controlLoopRate: 200}")
    #expect(error?.description.contains("controlLoopRate") == true && error?.description.contains("updateRate") == true)
  }

  @Test(arguments: ["", " \n\t", "// nothing", "null", "true", "12", "'text'", "[]", "[{simulate: {}}]", "\u{FEFF}"])
  func whatIsNotAnObject_isRefused(text: String) {
    let error = refusal(text)
    guard case .syntax = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  @Test func unreadablePath_saysWhy() {
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: ConfigurationError.unreadable(file: "/nonexistent/a.json5", reason: "No such file or directory")) {
      try ConfigurationFile.read("/nonexistent/a.json5")
    }
    #expect(throws: ConfigurationError.unreadable(file: folder, reason: "Is a directory")) {
      try ConfigurationFile.read(folder)
    }
  }

  @Test func endlessFile_isRefusedWithoutReadingOn() {
    let reason = "larger than \(ConfigurationFile.byteLimit) bytes, so not a configuration"
    #expect(throws: ConfigurationError.unreadable(file: "/dev/zero", reason: reason)) {
      try ConfigurationFile.read("/dev/zero")
    }
  }

  /// A configuration that is right but for one value.
  private static func text(key: String, value: String) -> String {
    let parts = key.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return "{\(key == "simulate" ? "" : "simulate: {}, ")\(key): \(value)}" }
    let others =
      parts[0] == "interrupt" ? ["chip", "line"].filter { $0 != parts[1] }.map { "\($0): 'a', " }.joined() : ""
    let section = "\(parts[0]): {\(others)\(parts[1]): \(value)}"
    return parts[0] == "simulate" ? "{\(section)}" : "{simulate: {}, \(section)}"
  }
}
