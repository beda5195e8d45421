import Foundation
import Testing

/// The list in docs/realtime.md against the sources: what is exempt from the compiler's proof stands on it, and nothing else.
@Suite struct ExemptionTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  struct Exemption: Hashable, CustomStringConvertible {
    let file: String
    let function: String
    var description: String { "\(file): \(function)" }
  }

  @Test func everyExemptionStandsOnTheListWithItsReason() throws {
    let listed = try Self.listed()
    #expect(!listed.isEmpty)
    let found = try Self.found()
    #expect(found.subtracting(listed.keys).isEmpty, "not in docs/realtime.md")
    #expect(Set(listed.keys).subtracting(found).isEmpty, "in docs/realtime.md, but not in the sources")
    for (exemption, reason) in listed { #expect(reason.count > 20, "\(exemption) has no reason") }
  }

  /// The roots of the sample path: the compiler follows the proof from here into everything that they call.
  static let roots = [
    ("Sources/Pipeline/Acquisition/Acquisition.swift", "mutating func step() -> Outcome"),
    ("Sources/Pipeline/FusionStage/FusionStage.swift", "mutating func drain(isDelivering: Bool) -> Drained"),
    ("Sources/RingBuffer/Doorbell.swift", "public func ring()"),
    ("Sources/RingBuffer/Doorbell.swift", "public func wait(untilNanoseconds deadline: UInt64) -> Bool"),
    // Reached through function pointers, which the compiler can't follow.
    ("Sources/IMUDrivers/Bus/LinuxI2CBus.swift", "func transfer(_ transaction: I2CTransaction) -> Int32"),
    ("Sources/IMUDrivers/Line/GPIOLine.swift", "func wait(untilNanoseconds deadline: UInt64) -> EdgeWait"),
    ("Sources/IMUDrivers/Line/GPIOLine.swift", "func level() -> Int32"),
    ("Sources/IMUDrivers/Line/SharedGPIOLine.swift", "func wait(untilNanoseconds deadline: UInt64) -> EdgeWait"),
    ("Sources/IMUDrivers/Line/SharedGPIOLine.swift", "func level() -> Int32"),
  ]

  @Test(arguments: roots)
  func theRootsOfTheSamplePathCarryTheProof(_ file: String, _ function: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
    let place = try #require(text.range(of: function), "\(file) has no '\(function)'")
    // The attribute stands before the function, on its line or the one above.
    let before = text[..<place.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).suffix(2)
    #expect(before.contains { $0.contains("@_noLocks") })
  }

  /// Rows of the table: | file | function | reason |.
  private static func listed() throws -> [Exemption: String] {
    let text = try String(contentsOf: root.appending(path: "docs/realtime.md"), encoding: .utf8)
    var exemptions: [Exemption: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `Sources/") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      let names = cells.prefix(2).map { $0.trimmingCharacters(in: ["`"]) }
      exemptions[Exemption(file: names[0], function: names[1])] = cells[2]
    }
    return exemptions
  }

  /// Each use in the sources, by the function or property around it.
  private static func found() throws -> Set<Exemption> {
    let sources = root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var exemptions: Set<Exemption> = []
    let declaration = #/^\s*(?:[@\w()]+\s+)*(?:func|var)\s+(\w+)/#
    for case let file as URL in files where file.pathExtension == "swift" {
      var function = "outside any"
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let code = line.prefix { $0 != "/" }
        // Local variables are no declarations of their own: those of types are indented by two at most.
        if let match = try declaration.prefixMatch(in: code), line.prefix(while: { $0 == " " }).count <= 2 {
          function = String(match.output.1)
        }
        guard code.contains("_unsafePerformance") else { continue }
        let path = file.path.replacing(root.path + "/", with: "")
        exemptions.insert(Exemption(file: path, function: function))
      }
    }
    return exemptions
  }
}
