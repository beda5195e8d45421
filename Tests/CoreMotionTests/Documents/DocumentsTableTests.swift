import Foundation
import Testing

/// The tables of docs/documents.md against the tests: what they name exists in the suite they name, and each test that is named after a row
/// stands in them.
@Suite struct DocumentsTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  /// Every function of a file by the suites of that file, the suffix "Tests" left out.
  private static func testsBySuite() throws -> [String: Set<String>] {
    let files = try #require(
      FileManager.default.enumerator(at: root.appendingPathComponent("Tests"), includingPropertiesForKeys: nil))
    var suites: [String: Set<String>] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let names = text.matches(of: #/func (\w+)\(/#).map { String($0.output.1) }
      for match in text.matches(of: #/struct (\w+)Tests\b/#) {
        suites[String(match.output.1), default: []].formUnion(names)
      }
    }
    return suites
  }

  /// The tests that the tables name: "Suite.test, anotherTest".
  private static func named() throws -> [(suite: String, test: String)] {
    let text = try String(contentsOf: root.appendingPathComponent("docs/documents.md"), encoding: .utf8)
    return text.matches(of: #/\b([A-Z]\w+)\.([a-z]\w+)((?:, [a-z][a-z0-9]*[A-Z_]\w*)*)/#).flatMap { match in
      let others = match.output.3.split(separator: ", ").map(String.init)
      return ([String(match.output.2)] + others).map { (String(match.output.1), $0) }
    }
  }

  @Test func everyTestInTheTablesExistsInItsSuite() throws {
    let suites = try Self.testsBySuite()
    let named = try Self.named()
    #expect(named.count > 70)
    for (suite, test) in named { #expect(suites[suite]?.contains(test) == true, "\(suite).\(test)") }
  }

  @Test func everyTestNamedAfterARowIsInTheTables() throws {
    let named = Set(try Self.named().map(\.test))
    for suite in ["Attitude", "BallPhysics", "LostChip", "Push", "Reason", "ScreenAngle", "SensorText", "Demo"] {
      let tests = try #require(try Self.testsBySuite()[suite], "\(suite)")
      #expect(tests.filter { $0.firstMatch(of: #/^[a-h]\d+/#) != nil }.subtracting(named).sorted() == [], "\(suite)")
    }
  }

  /// Each row of the documents has its place.
  @Test func everyRowOfTheDocumentsIsThere() throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("docs/documents.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").compactMap { $0.firstMatch(of: #/^\| ((?:[A-H]\d+ ?)+)\|/#)?.output.1 }
      .flatMap { $0.split(separator: " ").map(String.init) }
    let wanted = [("A", 12), ("B", 8), ("C", 10), ("D", 12), ("E", 12), ("F", 11), ("G", 6), ("H", 6)]
      .flatMap { letter, count in (1...count).map { "\(letter)\($0)" } }
    #expect(rows == wanted)
  }
}
