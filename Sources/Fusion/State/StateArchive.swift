/// A filter's state as bytes. One and the same function of each type writes and reads, so the two can't differ.
///
/// Little-endian: 8 bytes a number, 1 a flag. Not for the sample path: it allocates.
struct StateArchive {
  private(set) var bytes: [UInt8]
  /// Where the next number is read; nil while writing.
  private var position: Int?
  /// Beyond any number of a state, in whatever unit: a billion seconds are 31 years. Products of a few such numbers are finite.
  private static let greatest = 1e9
  /// True once the bytes ended early, or something read was no flag or no number that a filter can come to.
  private(set) var isBroken = false

  /// An archive to write.
  init() {
    bytes = []
    position = nil
  }

  /// An archive to read.
  init(reading bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
  }

  /// What is wrong with an archive that is not complete.
  static let complaint = "a number is beyond what a filter can come to, or there are too few or too many"

  /// True if everything was read and was well.
  var isComplete: Bool { !isBroken && position == bytes.count }

  mutating func exchange(_ value: inout UInt64) {
    guard let start = position else {
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * shift))) }
      return
    }
    guard start + 8 <= bytes.count else {
      isBroken = true
      return
    }
    value = bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    position = start + 8
  }

  mutating func exchange(_ value: inout Double) {
    var pattern = value.bitPattern
    exchange(&pattern)
    value = Double(bitPattern: pattern)
    // Not a number is not below it either.
    if !(abs(value) < Self.greatest) { isBroken = true }
  }

  mutating func exchange(_ value: inout Bool) {
    guard let start = position else {
      bytes.append(value ? 1 : 0)
      return
    }
    guard start < bytes.count, bytes[start] <= 1 else {
      isBroken = true
      return
    }
    value = bytes[start] == 1
    position = start + 1
  }

  /// A case by its number.
  mutating func exchange<Value: RawRepresentable<UInt64>>(_ value: inout Value) {
    var number = value.rawValue
    exchange(&number)
    if let known = Value(rawValue: number) { value = known } else { isBroken = true }
  }

  mutating func exchange(_ value: inout UInt64?) {
    var isThere = value != nil
    var number = value ?? 0
    exchange(&isThere)
    exchange(&number)
    value = isThere ? number : nil
    if !isThere, number != 0 { isBroken = true }
  }

  mutating func exchange(_ value: inout Double?) {
    var isThere = value != nil
    var number = value ?? 0
    exchange(&isThere)
    exchange(&number)
    value = isThere ? number : nil
    if !isThere, number.bitPattern != 0 { isBroken = true }
  }

  mutating func exchange(_ value: inout Vector3) {
    exchange(&value.x)
    exchange(&value.y)
    exchange(&value.z)
  }

  mutating func exchange(_ value: inout Quaternion) {
    exchange(&value.w)
    exchange(&value.x)
    exchange(&value.y)
    exchange(&value.z)
  }

  mutating func exchange(_ value: inout Matrix3) {
    exchange(&value.row1)
    exchange(&value.row2)
    exchange(&value.row3)
  }

  mutating func exchange(_ value: inout SymmetricMatrix3) {
    exchange(&value.xx)
    exchange(&value.yy)
    exchange(&value.zz)
    exchange(&value.xy)
    exchange(&value.xz)
    exchange(&value.yz)
  }
}
