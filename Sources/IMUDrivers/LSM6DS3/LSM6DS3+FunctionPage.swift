extension LSM6DS3 {
  /// FUNC_CFG_ACCESS with the page open.
  private static let openPage: UInt8 = 0x80
  /// How long another program is given to close it: it is opened for a few transfers only.
  private static let pageMilliseconds: UInt64 = 20
  /// The page's soft-iron matrix, nine bytes from MAG_SI_XX on, as it is after power-up: the identity (DocID026899 table 205).
  private static let softIron: (first: UInt8, values: [UInt8]) = (0x24, [8, 0, 0, 0, 8, 0, 0, 0, 8])

  /// Closes the page of the embedded functions, where a program that ended amid its work left it open: it lies over the
  /// identity, the controls and the data, and stays until the next power cycle.
  ///
  /// Nothing is written unless the chip shows beyond doubt what it is: the access register with this one bit, and the whole
  /// matrix behind it, for longer than a program at work takes. Not for the sampling thread.
  ///
  /// - Returns: whether the page was open and has been closed.
  static func closeForgottenPage(_ port: inout RegisterPort) -> Bool {
    guard showsPage(&port) else { return false }
    port.pause(milliseconds: pageMilliseconds)
    return showsPage(&port) && port.put(0, to: LSM6DS3Register.functionAccess.rawValue) == nil
  }

  private static func showsPage(_ port: inout RegisterPort) -> Bool {
    guard port.fetch(from: LSM6DS3Register.functionAccess.rawValue, count: 1) == nil, port.byte(0) == openPage,
      port.fetch(from: softIron.first, count: softIron.values.count) == nil
    else { return false }
    return softIron.values.indices.allSatisfy { port.byte($0) == softIron.values[$0] }
  }
}
