/// Reads JSON5 (spec.json5.org, version 1.0.0): comments, trailing commas, unquoted keys, hexadecimal numbers.
///
/// Unlike the readers of common libraries it says line and column of a fault, refuses a key that stands twice, and bounds the
/// depth, so that a damaged file never costs the stack.
package struct JSON5Reader {
  /// Most objects and lists within each other; a configuration needs two.
  package static let depthLimit = 32

  let text: [Unicode.Scalar]
  var position = 0
  private var depth = 0
  /// Lines counted so far, and up to where.
  private var counted = (line: 1, place: 0)

  /// - Throws: ``JSON5Fault`` when the bytes are not UTF-8.
  package init(_ bytes: [UInt8]) throws(JSON5Fault) {
    guard let valid = String(validating: bytes, as: UTF8.self) else {
      throw JSON5Fault(line: 1, column: 1, reason: "the file is not UTF-8 text")
    }
    text = Array(valid.unicodeScalars)
  }

  /// The one value that the text holds.
  package mutating func document() throws(JSON5Fault) -> JSON5Value {
    try skipBlanks()
    guard peek != nil else { throw fault("there is nothing in it") }
    let value = try value()
    try skipBlanks()
    guard peek == nil else { throw fault("\(found) after the end") }
    return value
  }

  /// The scalar at the position; nil at the end.
  var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

  /// Steps over a scalar if it is the next one.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  /// What stands at the position, for messages.
  var found: String { peek.map { "'\($0)'" } ?? "the end of the file" }

  func fault(_ reason: String) -> JSON5Fault { fault(reason, at: position) }

  func fault(_ reason: String, at place: Int) -> JSON5Fault {
    let before = text[..<min(place, text.count)]
    let line = before.count { $0 == "\n" } + 1
    let start = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    return JSON5Fault(line: line, column: before.count - start + 1, reason: reason)
  }

  /// The line of a place, counted from 1; places must not fall from call to call, so that the text is counted through once.
  private mutating func line(at place: Int) -> Int {
    counted.line += text[counted.place..<place].count { $0 == "\n" }
    counted.place = place
    return counted.line
  }

  private mutating func value() throws(JSON5Fault) -> JSON5Value {
    switch peek {
    case "{": return try nested { reader throws(JSON5Fault) in try reader.object() }
    case "[": return try nested { reader throws(JSON5Fault) in try reader.array() }
    case "\"", "'": return .string(try string())
    case "+", "-", ".", "I", "N": return .number(try number())
    case let scalar? where ("0"..."9").contains(scalar): return .number(try number())
    case let scalar? where Self.startsName(scalar):
      let start = position
      switch try name() {
      case "null": return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case let word: throw fault("'\(word)' is no value; a text needs quotes", at: start)
      }
    default: throw fault("\(found) where a value must stand")
    }
  }

  private mutating func nested(
    _ read: (inout JSON5Reader) throws(JSON5Fault) -> JSON5Value
  ) throws(JSON5Fault) -> JSON5Value {
    guard depth < Self.depthLimit else { throw fault("nested deeper than \(Self.depthLimit) levels") }
    depth += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSON5Fault) -> JSON5Value {
    let start = position
    position += 1
    var object = JSON5Object(line: line(at: start))
    while true {
      try skipBlanks()
      if skip("}") { return .object(object) }
      let keyStart = position
      let keyLine = line(at: keyStart)
      let key = try key(of: start)
      try skipBlanks()
      guard skip(":") else { throw fault("\(found) where ':' must stand") }
      try skipBlanks()
      let value = try value()
      guard object.add(value, forKey: key, line: keyLine) else {
        throw fault("key '\(key)' stands twice", at: keyStart)
      }
      try separator(before: "}", of: start)
    }
  }

  private mutating func array() throws(JSON5Fault) -> JSON5Value {
    let start = position
    position += 1
    var values: [JSON5Value] = []
    while true {
      try skipBlanks()
      if skip("]") { return .array(values) }
      values.append(try value())
      try separator(before: "]", of: start)
    }
  }

  /// Steps over a comma, or stops before the closing bracket.
  private mutating func separator(before end: Unicode.Scalar, of start: Int) throws(JSON5Fault) {
    try skipBlanks()
    if skip(",") || peek == end { return }
    guard peek != nil else { throw fault("'\(text[start])' is not closed", at: start) }
    throw fault("\(found) where ',' or '\(end)' must stand")
  }

  private mutating func key(of start: Int) throws(JSON5Fault) -> String {
    switch peek {
    case "\"", "'": return try string()
    case let scalar? where Self.startsName(scalar): return try name()
    case nil: throw fault("'\(text[start])' is not closed", at: start)
    default: throw fault("\(found) where a key must stand")
    }
  }

  private mutating func skipBlanks() throws(JSON5Fault) {
    while let scalar = peek {
      if scalar == "/" {
        try skipComment()
      } else if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5Fault) {
    let start = position
    position += 1
    if skip("/") {
      while let scalar = peek, !Self.endsLine(scalar) { position += 1 }
    } else if skip("*") {
      while peek != nil {
        if skip("*") {
          if skip("/") { return }
        } else {
          position += 1
        }
      }
      throw fault("'/*' is not closed", at: start)
    } else {
      throw fault("'/' begins neither '//' nor '/*'", at: start)
    }
  }
}
