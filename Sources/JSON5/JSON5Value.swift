/// A JSON5 value as it stands in a file.
package indirect enum JSON5Value: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON5Value])
  case object(JSON5Object)

  /// The value as a message shows it.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let items) where items.count <= 4: "[\(items.map(\.text).joined(separator: ", "))]"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
