#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a configuration is looked for when none is named.
public enum InstalledConfiguration {
  /// The environment variable that names a file, before all others.
  public static let variable = "IMU_RT_CONFIG"
  /// The environment variable that names the sensor, where the file has several and one is needed.
  public static let sensorVariable = "IMU_RT_SENSOR"

  /// The sensor that is named; nil for the only one.
  public static var sensor: String? { environment(sensorVariable).flatMap { $0.isEmpty ? nil : $0 } }

  /// The file to read: that of IMU_RT_CONFIG, whether it exists or not, else the first of ``candidates`` that exists.
  public static var path: String? { path(environment: environment, machineFolder: machineFolder) }

  /// The user's file and the machine's, in the order in which they are tried.
  public static var candidates: [String] { candidates(environment: environment, machineFolder: machineFolder) }

  private static let machineFolder = "/etc/imu-rt"

  /// - Parameters:
  ///   - environment: the value of a variable.
  ///   - machineFolder: where the machine's file is.
  static func path(environment: (String) -> String?, machineFolder: String) -> String? {
    if let path = environment(variable), !path.isEmpty { return path }
    return candidates(environment: environment, machineFolder: machineFolder).first { access($0, F_OK) == 0 }
  }

  static func candidates(environment: (String) -> String?, machineFolder: String) -> [String] {
    let home = environment("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.config/imu-rt/config.json5" }
    return [home, machineFolder + "/config.json5"].compactMap(\.self)
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
