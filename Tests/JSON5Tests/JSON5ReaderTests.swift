import JSON5
import Testing

@Suite("JSON5")
struct JSON5ReaderTests {
  private func read(_ text: String) throws -> JSON5Value {
    var reader = try JSON5Reader(Array(text.utf8))
    return try reader.document()
  }

  @Test(arguments: [
    ("0", 0), ("12", 12), ("-12", -12), ("+12", 12), (".5", 0.5), ("5.", 5), ("-.5e-1", -0.05), ("1E3", 1000),
    ("1e+3", 1000), ("5.e1", 50), ("0x1F", 31), ("-0XfF", -255), ("0x10000000000000000", 18_446_744_073_709_551_616),
    ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29), ("1e999", .infinity), ("1e-999", 0),
    ("Infinity", .infinity), ("-Infinity", -.infinity), ("0e0", 0),
  ])
  func number_isRead(text: String, value: Double) throws {
    #expect(try read(text) == .number(value))
  }

  @Test func notANumber_isRead() throws {
    guard case .number(let value) = try read("-NaN") else {
      Issue.record("not a number value")
      return
    }
    #expect(value.isNaN)
  }

  @Test(arguments: [
    "01", "00", "-", "+", ".", "e5", "1e", "1e+", "0x", "0xG", "0x1.8", "0x1p3", "1.2.3", "1_000", "--1", "+-1", "1-2",
    "infinity", "nan", "Inf", "1,5", "٣", "1٣",
  ])
  func wrongNumber_isRefused(text: String) {
    #expect(throws: JSON5Fault.self) { try read(text) }
  }

  @Test(arguments: [
    (#""a""#, "a"), ("'a'", "a"), (#"'"'"#, "\""), (#""'""#, "'"), (#"'\''"#, "'"),
    (#"'\n\t\\\/\b\f\r\v\0'"#, "\n\t\\/\u{8}\u{C}\r\u{B}\0"),
    (#"'\x41\u0042'"#, "AB"), (#"'\uD83D\uDE00'"#, "😀"), ("'a\\\nb'", "ab"), ("'a\\\r\nb'", "ab"), (#"'\q'"#, "q"),
    ("'ä😀\u{2028}'", "ä😀\u{2028}"), ("''", ""),
  ])
  func text_isRead(text: String, value: String) throws {
    #expect(try read(text) == .string(value))
  }

  @Test(arguments: [
    "'a", "\"a'", "'a\nb'", "'\\", "'\\x4'", "'\\u12G4'", "'\\1'", "'\\01'", "'\\uD83D'", "'\\uDE00'",
    "'\\uD83D\\u0041'", "'\\x٣٣'",
  ])
  func wrongText_isRefused(text: String) {
    #expect(throws: JSON5Fault.self) { try read(text) }
  }

  @Test func structure_isRead() throws {
    let text =
      "\u{FEFF}// first\n{ a : [ 1 , [ ] , { } , ] /* x * / ** y */ , $b_1: null,\u{A0}'c d': true, ä: false, }\n//end"
    #expect(
      try read(text)
        == .object([
          "a": .array([.number(1), .array([]), .object([:])]), "$b_1": .null, "c d": .bool(true), "ä": .bool(false),
        ]))
  }

  @Test(arguments: [
    ("{a 1}", 1, 4), ("{a:1 b:2}", 1, 6), ("{,}", 1, 2), ("[,]", 1, 2), ("{a:1,,}", 1, 6), ("{1:2}", 1, 2),
    ("{a:}", 1, 4),
    ("{a:b}", 1, 4), ("{\n  a: 1\n  b: 2\n}", 3, 3), ("{a:1}}", 1, 6), ("{a:1", 1, 1), ("[1", 1, 1), ("{a:[1}", 1, 6),
    ("{a", 1, 3),
    ("1 /* x", 1, 3), ("/ 1", 1, 1), ("{a:1;}", 1, 5), ("{a:True}", 1, 4), ("{-a:1}", 1, 2), ("\n\n?", 3, 1),
  ])
  func wrongStructure_isRefusedWithItsPlace(text: String, line: Int, column: Int) {
    do throws(JSON5Fault) {
      var reader = try JSON5Reader(Array(text.utf8))
      Issue.record("read as \(try reader.document())")
    } catch { #expect(error.line == line && error.column == column, "\(error)") }
  }
}
