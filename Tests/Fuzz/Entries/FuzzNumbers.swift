import SoakWalk

/// Where a fuzzed run takes its decisions from.
protocol FuzzNumbers: Sendable {
  /// 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int
}

extension FuzzNumbers {
  /// One of them.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// From a seed: endless.
extension SeededNumbers: FuzzNumbers {}

/// From the bytes of an input, one or two a decision; behind their end always the greatest, which is what leaves a run in peace.
struct InputNumbers: FuzzNumbers {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func below(_ bound: Int) -> Int {
    guard let low = bytes.popFirst() else { return bound - 1 }
    guard bound > 256 else { return Int(low) % bound }
    guard let high = bytes.popFirst() else { return bound - 1 }
    return (Int(high) << 8 | Int(low)) % bound
  }
}
