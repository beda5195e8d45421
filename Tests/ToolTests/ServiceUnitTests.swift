import Foundation
import Testing

/// What can be said of the service's files without a systemd; `make service` boots one.
@Suite("The service's files")
struct ServiceUnitTests {
  private let unit: [String]
  private let users: [[String]]
  private let rules: [String]

  init() throws {
    func lines(_ name: String) throws -> [String] {
      let text = try String(contentsOf: packageFolder.appending(path: "config/\(name)"), encoding: .utf8)
      return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }
    unit = try lines("imu-rt.service")
    users = try lines("imu-rt.sysusers.conf").map { $0.split(separator: " ").map(String.init) }
    rules = try lines("99-imu-rt.rules")
  }

  /// A unit that names a group which is not there fails for ever (status 216).
  @Test func everyGroupAndUserThatIsNamed_isMade() throws {
    let user = try #require(value("User"))
    let made = Set(users.map { $0.prefix(2).joined(separator: " ") })
    #expect(made.contains("u \(user)"))
    #expect(value("Group") == nil && value("SupplementaryGroups") == nil)
    #expect(!rules.isEmpty)
    for rule in rules {
      let match = try #require(rule.firstMatch(of: #/GROUP="(\w+)"/#))
      let group = String(match.output.1)
      #expect(made.contains("g \(group)"), "\(group)")
      #expect(users.contains(["m", user, group]), "\(group)")
    }
  }

  @Test func whatItStarts_runs() throws {
    let scratch = try Scratch()
    let configuration = try scratch.file("config.json5", "{ simulate: {} }")
    let command = try #require(value("ExecStart"))
      .replacing("/etc/imu-rt/config.json5", with: configuration)
      .replacing("/run/imu-rt/motion", with: scratch.path("motion"))
    var words = command.split(separator: " ").map(String.init)
    #expect(words.removeFirst() == "/usr/local/bin/imu-rt")
    let result = try ToolProcess.run(words + ["-n", "3"])
    #expect(result.status == 0)
    #expect(result.errors.contains("printed 3, "), "\(result.errors)")
  }

  private func value(_ key: String) -> String? {
    unit.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }
}
