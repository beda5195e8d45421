/// The frame around a saved state: `IMRT`, a version, the kind of filter, the state, a checksum.
enum SavedState {
  /// The filter that a state belongs to.
  enum Kind: UInt8 {
    case sixAxis = 6
    case nineAxis = 9
  }

  /// Grows whenever a number is added, removed or gets another meaning.
  static let version: UInt8 = 3
  private static let mark = Array("IMRT".utf8)
  private static let frameLength = mark.count + 2 + 4

  static func framed(_ state: [UInt8], kind: Kind) -> [UInt8] {
    let content = mark + [version, kind.rawValue] + state
    let sum = checksum(content[...])
    return content + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) }
  }

  /// The state within the frame.
  static func content(of bytes: [UInt8], kind: Kind) throws(SavedStateError) -> [UInt8] {
    guard bytes.starts(with: mark), bytes.count >= frameLength else { throw .notASavedState }
    guard bytes[mark.count] == version else { throw .otherVersion(found: Int(bytes[mark.count]), known: Int(version)) }
    let content = bytes.dropLast(4)
    let sum = bytes.suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard checksum(content) == sum else { throw .damaged }
    guard bytes[mark.count + 1] == kind.rawValue else { throw .otherFilter }
    return Array(content.dropFirst(mark.count + 2))
  }

  /// CRC-32 as in ISO 3309 and gzip (RFC 1952, section 8), bit by bit: a state is saved now and then.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return ~remainder
  }
}

/// Why a saved state was refused.
public enum SavedStateError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes are something else.
  case notASavedState
  /// They were saved by another version of this library, whose state has other numbers.
  case otherVersion(found: Int, known: Int)
  /// They are the state of the other filter: six axes instead of nine, or the other way.
  case otherFilter
  /// Cut short, or changed since.
  case damaged
  /// A number that no filter can come to; the text says which.
  case impossible(String)

  public var description: String {
    switch self {
    case .notASavedState: "not a saved filter state; start without one"
    case .otherVersion(let found, let known):
      "the filter state has version \(found), this program reads version \(known); start without it"
    case .otherFilter: "the filter state belongs to a filter of other sensors; start without it"
    case .damaged: "the filter state is damaged or cut short; start without it"
    case .impossible(let what): "the filter state can't be right: \(what); start without it"
    }
  }
}
