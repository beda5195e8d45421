extension CMDeviceMotion {
  /// The frame that ``attitude`` is against: ``CMAttitudeReferenceFrame/xArbitraryZVertical``, the only one that six axes offer. No start in another
  /// frame ever gives a value.
  public var referenceFrame: CMAttitudeReferenceFrame { .xArbitraryZVertical }
}
