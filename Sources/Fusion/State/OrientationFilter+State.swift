extension OrientationFilter {
  /// The whole state as bytes, less the parameters: version 3 has 1373. A filter that is made from them with
  /// the same parameters goes on to the last bit as this one does. Allocates; take it from a copy, off the sample path.
  public var savedState: [UInt8] {
    var archive = StateArchive()
    var copy = self
    copy.exchange(&archive)
    return SavedState.framed(archive.bytes, kind: .sixAxis)
  }

  /// A filter in a saved state.
  ///
  /// The next sample must be on the same clock. After a break on another clock, as when the machine was off, follow with
  /// ``pause(seconds:)``.
  ///
  /// - Throws: ``SavedStateError`` where the bytes are not such a state, or one that no filter can come to.
  public init(savedState: [UInt8], parameters: Parameters = Parameters()) throws(SavedStateError) {
    var archive = StateArchive(reading: try SavedState.content(of: savedState, kind: .sixAxis))
    self.init(parameters: parameters)
    exchange(&archive)
    guard archive.isComplete else { throw .impossible(StateArchive.complaint) }
    if let fault { throw .impossible(fault) }
  }
}

extension NineAxisFilter {
  /// The whole state as bytes, less the parameters: version 3 has 1649. See ``OrientationFilter/savedState``.
  public var savedState: [UInt8] {
    var archive = StateArchive()
    var copy = self
    copy.exchange(&archive)
    return SavedState.framed(archive.bytes, kind: .nineAxis)
  }

  /// A filter in a saved state; see ``OrientationFilter/init(savedState:parameters:)``.
  public init(
    savedState: [UInt8], parameters: OrientationFilter.Parameters = OrientationFilter.Parameters(),
    headingParameters: HeadingFilter.Parameters = HeadingFilter.Parameters()
  ) throws(SavedStateError) {
    var archive = StateArchive(reading: try SavedState.content(of: savedState, kind: .nineAxis))
    self.init(parameters: parameters, headingParameters: headingParameters)
    exchange(&archive)
    guard archive.isComplete else { throw .impossible(StateArchive.complaint) }
    if let fault = inertial.fault ?? heading.fault { throw .impossible(fault) }
  }

  /// Lets time pass unseen; see ``OrientationFilter/pause(seconds:)``. The heading is unknown afterwards, the reference
  /// of the field and the magnetometer's delay are kept.
  public mutating func pause(seconds: Double) {
    inertial.pause(seconds: seconds)
    heading.pause()
  }

  private mutating func exchange(_ archive: inout StateArchive) {
    inertial.exchange(&archive)
    heading.exchange(&archive)
  }
}
