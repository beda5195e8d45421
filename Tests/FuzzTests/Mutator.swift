import SoakWalk

/// Makes something bad out of something good.
enum Mutator {
  /// What readers of text stumble over.
  private static let pieces: [String] = [
    "0", "-0", "-1", "1e308", "-1e308", "1e-320", "1e400", "NaN", "nan", "-Infinity", "inf", "0x7FFFFFFFFFFFFFFF",
    "0xFFFFFFFFFFFFFFFFFFFF", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "4294967296", "65536", "256", "1.7976931348623157e308", "{", "}", "[", "]", ",", ":", "\"",
    "'", "\\", "\\u0000", "\\uD800", "\\x", "//", "/*", "*/", "null", "true", "\u{FEFF}", "\u{2028}", "é", "\0", "\n",
    "\r\n", ";", "\t", ".", "e", "+", "-",
  ]

  /// The bytes with one to six changes.
  static func damaged(_ good: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = good
    for _ in 0...random.below(6) { change(&bytes, &random) }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
    guard !bytes.isEmpty else {
      bytes = (0..<random.below(64)).map { _ in UInt8(random.below(256)) }
      return
    }
    let place = random.below(bytes.count)
    let length = 1 + random.below(min(32, bytes.count - place))
    switch random.below(9) {
    case 0: bytes[place] ^= 1 << UInt8(random.below(8))
    case 1: bytes[place] = UInt8(random.below(256))
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count))
    case 4: bytes.removeSubrange(place...)
    case 5: bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
    case 6: bytes.swapAt(place, random.below(bytes.count))
    default: replaceNumber(&bytes, from: place, &random)
    }
  }

  /// A number of the text becomes another one: what is well-formed goes deeper than what is not.
  private static func replaceNumber(_ bytes: inout [UInt8], from place: Int, _ random: inout SeededNumbers) {
    func isNumeric(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D }
    guard let start = bytes[place...].firstIndex(where: isNumeric) else { return }
    let end = bytes[start...].firstIndex { !isNumeric($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Array(pieces[random.below(21)].utf8))
  }
}
