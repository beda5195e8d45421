/// Where and why a text is not JSON5.
struct JSON5Fault: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  let line: Int
  /// Counted from 1, in Unicode scalars.
  let column: Int
  let reason: String

  var description: String { "line \(line), column \(column): \(reason)" }
}
