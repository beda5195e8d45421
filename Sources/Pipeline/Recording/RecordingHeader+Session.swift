import Fusion
import IMUDrivers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension RecordingHeader {
  /// The header of a session that begins now.
  ///
  /// - Parameters:
  ///   - configuration: what the caller says of where the configuration came from, as fields of JSON.
  ///   - nowNanoseconds: the present on the clock of the samples.
  init(
    _ sensor: SensorDescription, scale: SampleScale, mounting: Mounting, calibration: Calibration?,
    configuration: [String], nowNanoseconds: UInt64
  ) {
    let clipping = ClippingWatch(scale: scale, active: sensor.active)
    let parameters = clipping.filterParameters(
      scale, zeroRate: sensor.variant.zeroRate, correction: InertialCorrection())
    self.init(mounting: mounting, calibration: calibration, parameters: parameters)
    let quoted = CalibrationWriter.quoted
    let wall = Self.wallNanoseconds
    description = [
      "\"part\":\(quoted(sensor.variant.name))", "\"who_am_i\":\(sensor.variant.identity)",
      "\"bus\":\(quoted(sensor.bus))", "\"address\":\(sensor.address)",
      "\"line\":\(sensor.line.map(quoted) ?? "null")", "\"fifo\":\(sensor.usesFIFO)",
      "\"sample_rate_hz\":\(sensor.active.sampleRateHertz)",
      "\"gyroscope_range_dps\":\(sensor.active.gyroscopeRange)",
      "\"accelerometer_range_g\":\(sensor.active.accelerometerRange)",
      "\"gyroscope_bandwidth_hz\":\(sensor.active.gyroscopeBandwidthHertz)",
      "\"accelerometer_bandwidth_hz\":\(sensor.active.accelerometerBandwidthHertz)",
      "\"gyroscope_step\":\(scale.gyroscope)", "\"accelerometer_step\":\(scale.accelerometer)",
    ]
    description += configuration
    // The same instant on both clocks, so that every sample's wall clock can be reckoned.
    description += [
      "\"started\":\(quoted(Self.dateText(wall)))", "\"started_unix_ns\":\(wall)",
      "\"started_time_ns\":\(nowNanoseconds)",
    ]
  }

  private static var wallNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Date and time in UTC as ISO 8601 writes them, to the second.
  private static func dateText(_ nanoseconds: Int64) -> String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
