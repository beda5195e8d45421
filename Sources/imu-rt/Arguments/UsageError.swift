/// A command line that can't be carried out as it stands. Ends the program with status 2.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A fault that ends the program with status 1.
struct ToolFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
