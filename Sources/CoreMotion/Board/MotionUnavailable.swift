import Foundation
import IMUDrivers
import Pipeline

/// Why there is no motion, with what to do about it in ``description``. Handlers get it as an `NSError` of ``CMErrorDomain``
/// whose underlying error is this.
public enum MotionUnavailable: Error, Sendable, CustomStringConvertible {
  /// No file says which chip there is.
  case noConfiguration(searched: [String])
  /// The configuration can't be used.
  case configuration(ConfigurationError)
  /// The bus, the chip, the data-ready line or the calibration is not as it should be, or the chip was lost.
  case pipeline(PipelineError)
  /// The recording can't be replayed.
  case recording(ReplayError)
  /// No supported chip has a magnetometer.
  case noMagnetometer
  /// No barometer is driven.
  case noBarometer
  /// No headphones are driven.
  case noHeadphones
  /// The frame needs a magnetometer, or is none.
  case referenceFrame(CMAttitudeReferenceFrame)
  /// No value came in time.
  case timeout(seconds: Double)

  /// The kind of reason, for programs that decide by it.
  public enum Kind: Sendable, Equatable, CaseIterable {
    /// No file says which chip there is.
    case noConfiguration
    /// The configuration, the calibration or the recording can't be used.
    case badConfiguration
    /// There is no such bus or data-ready line.
    case noBus
    /// The program may not open the bus or the line.
    case noPermission
    /// Nobody answers at the chip's address, or the chip was lost.
    case noChip
    /// Something else answers at the chip's address.
    case wrongChip
    /// The chip or the line is in use.
    case inUse
    /// There is no magnetometer, or no frame that needs one.
    case noMagnetometer
    /// There is no barometer.
    case noBarometer
    /// There are no headphones.
    case noHeadphones
    /// No value came in time.
    case timeout
    /// Anything else; see ``MotionUnavailable/description``.
    case other
  }

  /// The kind of reason.
  public var kind: Kind {
    switch self {
    case .noConfiguration: .noConfiguration
    case .configuration, .recording: .badConfiguration
    case .noMagnetometer, .referenceFrame: .noMagnetometer
    case .noBarometer: .noBarometer
    case .noHeadphones: .noHeadphones
    case .timeout: .timeout
    case .pipeline(let error): Self.kind(error)
    }
  }

  private static func kind(_ error: PipelineError) -> Kind {
    switch error {
    case .bus(.noPermission): .noPermission
    case .bus(.notFound), .bus(.notAnAdapter), .bus(.unsupportedAdapter): .noBus
    case .line(let error): kind(error)
    case .calibration: .badConfiguration
    case .lost: .noChip
    case .sensor(let error): kind(error.reason)
    default: .other
    }
  }

  private static func kind(_ error: GPIOLineError) -> Kind {
    switch error {
    case .noPermission: .noPermission
    case .busy: .inUse
    case .noChip, .noLine: .noBus
    default: .other
    }
  }

  private static func kind(_ reason: SensorError.Reason) -> Kind {
    switch reason {
    case .addressInUse: .inUse
    case .identity(.noAnswer, _), .identity(.stuck, _), .noSamples, .resetTimeout, .bus: .noChip
    case .identity, .siblingRefused, .replaced: .wrongChip
    case .addressNotOurs, .rate, .range, .busTooSlow, .busShared: .badConfiguration
    default: .other
    }
  }

  /// What is the matter and what to do about it, in one line.
  public var description: String {
    switch self {
    case .noConfiguration(let searched):
      "no configuration names a chip (looked at \(searched.joined(separator: ", "))); write one as config/mpu6050.json5 shows, "
        + "or choose a simulated board with MotionBoard.standard = .simulated()"
    case .configuration(let error): error.description
    case .pipeline(let error): error.description
    case .recording(let error): error.description
    case .noMagnetometer: "the chip has no magnetometer"
    case .noBarometer: "altitude needs a barometer, and none is driven"
    case .noHeadphones: "no headphones with a chip are driven"
    case .referenceFrame(let frame):
      "the reference frame \(frame.rawValue) is not offered without a magnetometer; use xArbitraryZVertical"
    case .timeout(let seconds): "no motion came within \(seconds) s"
    }
  }

  /// The code that handlers see.
  public var code: CMError {
    switch self {
    case .referenceFrame(let frame) where frame.contains(.xTrueNorthZVertical): CMErrorTrueNorthNotAvailable
    case .timeout: CMErrorNilData
    default: CMErrorNotAvailable
    }
  }

  /// The error as handlers get it. The reason stands twice: older versions of Foundation print no other text of an error.
  public var asNSError: NSError {
    NSError(
      domain: CMErrorDomain, code: Int(code.rawValue),
      userInfo: [
        NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: description,
        NSUnderlyingErrorKey: self,
      ])
  }
}

extension MotionUnavailable: LocalizedError {
  /// The same text for `localizedDescription`.
  public var errorDescription: String? { description }
}
