extension JSON5Reader {
  static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Whether a name without quotes may begin with it.
  static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "_" || scalar.properties.isIDStart
  }

  /// A name without quotes.
  mutating func name() throws(JSON5Fault) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, Self.startsName(scalar) || scalar.properties.isIDContinue {
      name.append(scalar)
      position += 1
    }
    return String(name)
  }

  /// A text in single or double quotes.
  mutating func string() throws(JSON5Fault) -> String {
    let start = position
    let quote = text[start]
    position += 1
    var content = String.UnicodeScalarView()
    while let scalar = peek {
      if scalar == "\n" || scalar == "\r" { break }
      position += 1
      if scalar == quote { return String(content) }
      if scalar == "\\" {
        if let escaped = try escape() { content.append(escaped) }
      } else {
        content.append(scalar)
      }
    }
    throw fault("the text is not closed on its line", at: start)
  }

  /// What stands behind a backslash; nil for a line that goes on.
  private mutating func escape() throws(JSON5Fault) -> Unicode.Scalar? {
    guard let scalar = peek else { throw fault("the text ends in a backslash") }
    position += 1
    switch scalar {
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{0B}"
    case "x": return try hexScalar(digits: 2)
    case "u": return try unicodeEscape()
    case "0":
      if let next = peek, ("0"..."9").contains(next) { throw fault("octal escapes are not allowed") }
      return "\0"
    case "1"..."9": throw fault("'\\\(scalar)' is not allowed", at: position - 1)
    case "\r":
      _ = skip("\n")
      return nil
    case _ where Self.endsLine(scalar): return nil
    default: return scalar
    }
  }

  /// \uXXXX, or two of them for what lies beyond 16 bits.
  private mutating func unicodeEscape() throws(JSON5Fault) -> Unicode.Scalar {
    let start = position
    let high = try hex(digits: 4)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, skip("\\"), skip("u") else { throw fault("half a surrogate pair", at: start) }
    let low = try hex(digits: 4)
    guard (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
    else { throw fault("half a surrogate pair", at: start) }
    return scalar
  }

  private mutating func hexScalar(digits: Int) throws(JSON5Fault) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(try hex(digits: digits)) else { throw fault("no such character") }
    return scalar
  }

  private mutating func hex(digits: Int) throws(JSON5Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = peek.flatMap({ Character($0).hexDigitValue }), text[position].isASCII else {
        throw fault("\(found) where a hexadecimal digit must stand")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// A number: decimal, hexadecimal, Infinity or NaN, with or without a sign.
  mutating func number() throws(JSON5Fault) -> Double {
    let start = position
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    let digits = position
    // What may belong to a number; Double(_:) decides on the rest.
    while let scalar = peek, isNumberPart(scalar, since: digits) { position += 1 }
    let word = String(String.UnicodeScalarView(text[digits..<position]))
    guard let magnitude = Self.magnitude(word) else {
      let whole = String(String.UnicodeScalarView(text[start..<max(position, start + 1)]))
      throw fault("'\(whole)' is not a number", at: start)
    }
    return isNegative ? -magnitude : magnitude
  }

  private func isNumberPart(_ scalar: Unicode.Scalar, since start: Int) -> Bool {
    if scalar.isASCII, scalar == "." || Self.startsName(scalar) || ("0"..."9").contains(scalar) { return true }
    guard scalar == "+" || scalar == "-", position > start else { return false }
    let isHexadecimal = position > start + 1 && text[start] == "0" && (text[start + 1] == "x" || text[start + 1] == "X")
    return !isHexadecimal && (text[position - 1] == "e" || text[position - 1] == "E")
  }

  /// The value of a number without its sign; nil when it is none.
  private static func magnitude(_ word: String) -> Double? {
    if word == "Infinity" { return .infinity }
    if word == "NaN" { return .nan }
    if word.hasPrefix("0x") || word.hasPrefix("0X") { return hexadecimal(word.dropFirst(2)) }
    let mantissa = word.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let hasDigits = parts.contains { !$0.isEmpty }
    guard hasDigits, parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }) else {
      return nil
    }
    // "007" is octal to some readers and decimal to others.
    guard parts[0].count < 2 || parts[0].first != "0" else { return nil }
    // Swift's own syntax wants a digit on both sides of the point.
    let whole = parts[0].isEmpty ? "0" : String(parts[0])
    let fraction = parts.count < 2 || parts[1].isEmpty ? "0" : String(parts[1])
    return Double(whole + "." + fraction + word.dropFirst(mantissa.count))
  }

  /// Any count of digits, rounded where they exceed what a Double holds.
  private static func hexadecimal(_ digits: Substring) -> Double? {
    guard !digits.isEmpty else { return nil }
    var value = 0.0
    for character in digits {
      guard let digit = character.hexDigitValue else { return nil }
      value = value * 16 + Double(digit)
    }
    return value
  }
}
