import Foundation

/// The code of a motion error. Not an error itself, as on the phone: handlers get an `NSError` of the domain
/// ``CMErrorDomain`` whose code is one of these, `(error as NSError).code == Int(CMErrorNotAvailable.rawValue)`.
public struct CMError: RawRepresentable, Equatable, Sendable {
  /// The number, 100 to 113.
  public var rawValue: UInt32

  /// The code of a number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// The domain of this module's errors.
public let CMErrorDomain: String = "CMErrorDomain"

/// No error.
public let CMErrorNULL = CMError(100)
/// The magnetometer wants the device moved to calibrate itself.
public let CMErrorDeviceRequiresMovement = CMError(101)
/// True north is not known.
public let CMErrorTrueNorthNotAvailable = CMError(102)
/// Something else.
public let CMErrorUnknown = CMError(103)
/// Steps or activities are not available.
public let CMErrorMotionActivityNotAvailable = CMError(104)
/// The program may not have steps or activities.
public let CMErrorMotionActivityNotAuthorized = CMError(105)
/// The program lacks an entitlement for steps or activities.
public let CMErrorMotionActivityNotEntitled = CMError(106)
/// A parameter means nothing.
public let CMErrorInvalidParameter = CMError(107)
/// What was asked for is not possible now.
public let CMErrorInvalidAction = CMError(108)
/// The sensor, or the frame, is not there.
public let CMErrorNotAvailable = CMError(109)
/// The program lacks an entitlement.
public let CMErrorNotEntitled = CMError(110)
/// The program may not.
public let CMErrorNotAuthorized = CMError(111)
/// There is no data.
public let CMErrorNilData = CMError(112)
/// A size is wrong.
public let CMErrorSize = CMError(113)

/// Whether the user allows a program to see motion. Nobody has to be asked on Linux beyond what file permissions say.
public enum CMAuthorizationStatus: Int, Sendable {
  /// Nobody has decided yet.
  case notDetermined
  /// The system doesn't allow it.
  case restricted
  /// The user has said no.
  case denied
  /// Allowed.
  case authorized
}
