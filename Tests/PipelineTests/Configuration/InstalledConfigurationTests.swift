import Foundation
import Testing

@testable import Pipeline

/// Where a configuration is found: the variable's file, else the user's, else the machine's.
@Suite struct InstalledConfigurationTests {
  /// A home and a machine's folder of our own.
  private struct Places {
    let root = URL(filePath: NSTemporaryDirectory()).appending(path: "installed-\(UUID())")
    var home: String { root.appending(path: "home").path }
    var machine: String { root.appending(path: "machine").path }
    var usersFile: String { home + "/.config/imu-rt/config.json5" }
    var machinesFile: String { machine + "/config.json5" }

    func write(_ path: String) throws {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("{ simulate: {} }".utf8).write(to: URL(filePath: path))
    }

    func remove() throws { try FileManager.default.removeItem(at: root) }

    func path(_ variables: [String: String]) -> String? {
      InstalledConfiguration.path(environment: { variables[$0] }, machineFolder: machine)
    }
  }

  @Test func theVariablesFileComesFirstThenTheUsersThenTheMachines() throws {
    let places = Places()
    try places.write(places.machinesFile)
    defer { do { try places.remove() } catch {} }
    let home = ["HOME": places.home]
    #expect(places.path(home) == places.machinesFile)
    try places.write(places.usersFile)
    #expect(places.path(home) == places.usersFile)
    let named = places.root.appending(path: "named.json5").path
    // Also where it is not there: who names a file wants no other.
    #expect(places.path(home.merging(["IMU_RT_CONFIG": named]) { $1 }) == named)
    #expect(places.path(home.merging(["IMU_RT_CONFIG": ""]) { $1 }) == places.usersFile)
    try FileManager.default.removeItem(atPath: places.machinesFile)
    #expect(places.path(home) == places.usersFile)
  }

  @Test func withoutAnyFileThereIsNone() {
    let places = Places()
    #expect(places.path(["HOME": places.home]) == nil)
    #expect(places.path([:]) == nil)
  }

  @Test func withoutAHomeTheMachinesFileIsLeft() throws {
    let places = Places()
    try places.write(places.machinesFile)
    defer { do { try places.remove() } catch {} }
    #expect(places.path([:]) == places.machinesFile)
    #expect(places.path(["HOME": ""]) == places.machinesFile)
  }

  /// The names that the documents promise, of the environment this program runs in.
  @Test func theRealPlacesAreThoseOfTheDocuments() {
    #expect(InstalledConfiguration.variable == "IMU_RT_CONFIG")
    #expect(InstalledConfiguration.candidates.last == "/etc/imu-rt/config.json5")
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    #expect(home.isEmpty || InstalledConfiguration.candidates.first == home + "/.config/imu-rt/config.json5")
  }
}
