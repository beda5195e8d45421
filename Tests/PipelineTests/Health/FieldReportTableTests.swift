import Foundation
import Testing

/// The table in docs/field-reports.md against the tests: what it names exists, and each test named after a row or a further report stands in it.
@Suite struct FieldReportTableTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL

  @Test func everyTestInTheTableExists_andEveryRowOfATestIsInTheTable() throws {
    let rows = try String(contentsOf: Self.root.appending(path: "docs/field-reports.md"), encoding: .utf8)
      .split(separator: "\n").filter { $0.firstMatch(of: #/^\| F?\d+ \|/#) != nil }
    #expect(rows.count > 70)
    let tests = try Self.testNames()
    var named: Set<String> = []
    for row in rows {
      let names = row.matches(of: #/`(\w+)`/#).map { String($0.output.1) }
      #expect(!names.isEmpty, "\(row)")
      #expect(names.filter { !tests.contains($0) } == [], "\(row)")
      named.formUnion(names)
    }
    #expect(tests.filter { $0.firstMatch(of: #/^(row|further)\d+_/#) != nil }.subtracting(named).sorted() == [])
  }

  private static func testNames() throws -> Set<String> {
    let folder = root.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      names.formUnion(text.matches(of: #/func (\w+)\(/#).map { String($0.output.1) })
    }
    return names
  }
}
