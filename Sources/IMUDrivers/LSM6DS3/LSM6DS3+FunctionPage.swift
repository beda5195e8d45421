extension LSM6DS3 {
  /// How long another program is given to close the page itself: it is opened for a few transfers only.
  private static let pageMilliseconds: UInt64 = 20
  /// FUNC_CFG_ACCESS with the page open, and with its second half, which the TR-C has.
  private static let (openPage, openSecondPage): (UInt8, UInt8) = (0x80, 0xA0)
  /// The page's soft-iron matrix, nine bytes from MAG_SI_XX on, as it is after power-up: one (DocID026899 table 205).
  private static let softIron: (first: UInt8, values: [UInt8]) = (0x24, [8, 0, 0, 0, 8, 0, 0, 0, 8])

  /// Closes the page of the embedded functions, where a program that ended amid its work left it open: it lies over the
  /// identity, the controls and the data, and stays until the next power cycle.
  ///
  /// Nothing is written unless the chip shows beyond doubt what it is: the access register with this one bit, and the whole
  /// matrix behind it, for longer than a program at work takes. Not for the sampling thread.
  ///
  /// - Parameter isKnown: whether the chip was seen at this address before; then the access register tells enough.
  /// - Returns: whether the page was open and has been closed.
  static func closeForgottenPage(_ port: inout RegisterPort, isKnown: Bool) -> Bool {
    guard showsPage(&port, isKnown: isKnown) else { return false }
    port.pause(milliseconds: pageMilliseconds)
    return showsPage(&port, isKnown: isKnown) && port.put(0, to: LSM6DS3Register.functionAccess.rawValue) == nil
  }

  private static func showsPage(_ port: inout RegisterPort, isKnown: Bool) -> Bool {
    guard port.fetch(from: LSM6DS3Register.functionAccess.rawValue, count: 1) == nil else { return false }
    let access = port.byte(0)
    if isKnown { return access == openPage || access == openSecondPage }
    guard access == openPage else { return false }
    // One by one, since the address may not follow the bytes.
    for (place, value) in softIron.values.enumerated() {
      guard port.fetch(from: softIron.first + UInt8(place), count: 1) == nil, port.byte(0) == value else {
        return false
      }
    }
    return true
  }
}
