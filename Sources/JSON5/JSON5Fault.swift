/// Where and why a text is not JSON5.
package struct JSON5Fault: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in Unicode scalars.
  package let column: Int
  package let reason: String

  package var description: String { "line \(line), column \(column): \(reason)" }
}
