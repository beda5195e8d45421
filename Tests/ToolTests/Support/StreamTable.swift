import Testing

/// What `stream --format csv` printed, by column.
struct StreamTable {
  /// The columns as the tool documents them.
  static let columns =
    "seq,time_ns,ax,ay,az,gx,gy,gz,temperature_c,qw,qx,qy,qz,roll,pitch,yaw,gravity_x,gravity_y,gravity_z,"
    + "user_x,user_y,user_z,bias_x,bias_y,bias_z,health,dropped"
  static let names = columns.split(separator: ",").map(String.init)

  let rows: [[String: String]]

  init(_ lines: [String]) throws {
    try #require(lines.first == Self.columns)
    rows = try lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == Self.names.count, "\(line)")
      return Dictionary(uniqueKeysWithValues: zip(Self.names, fields))
    }
  }

  /// A column of whole numbers.
  func integers(_ name: String) throws -> [Int] {
    try rows.map { row in try #require(row[name].flatMap { Int($0) }, "\(name): \(row[name] ?? "")") }
  }

  /// A column of finite numbers.
  func numbers(_ name: String) throws -> [Double] {
    try rows.map { row in
      let number = try #require(row[name].flatMap { Double($0) }, "\(name): \(row[name] ?? "")")
      try #require(number.isFinite, "\(name): \(number)")
      return number
    }
  }

  /// Three columns of finite numbers.
  func vectors(_ x: String, _ y: String, _ z: String) throws -> [SIMD3<Double>] {
    let (x, y, z) = (try numbers(x), try numbers(y), try numbers(z))
    return rows.indices.map { SIMD3(x[$0], y[$0], z[$0]) }
  }

  /// Whether a column rises from row to row.
  func rises(_ name: String) throws -> Bool {
    let values = try integers(name)
    return zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
  }
}
