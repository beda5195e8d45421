import Foundation
import Testing

/// docs/troubleshooting.md is searched for what the program printed: it must print that.
@Suite("What docs/troubleshooting.md quotes")
struct TroubleshootingTests {
  @Test func everyQuote_standsInTheSources() throws {
    let sources = try Self.sources()
    let quotes = try Self.quotes()
    #expect(quotes.count > 40)
    for quote in quotes {
      // A message is quoted in pieces where a value stands in it.
      for piece in quote.split(separator: "…") {
        #expect(sources.contains(piece), "docs/troubleshooting.md quotes '\(piece)', which nothing prints")
      }
    }
  }

  /// The code in the cells under "imu-rt prints", and that of the first cells where nothing else is said.
  private static func quotes() throws -> [String] {
    let text = try String(contentsOf: packageFolder.appending(path: "docs/troubleshooting.md"), encoding: .utf8)
    var column = 1
    var quotes: [String] = []
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      if let heading = cells.firstIndex(where: { $0.contains("imu-rt prints") }) {
        column = heading
      } else if line.contains("what systemd says") || line.contains("what you see") {
        column = 1
      }
      for match in cells[column].matches(of: #/`([^`]+)`/#) { quotes.append(String(match.output.1)) }
    }
    return quotes
  }

  /// All sources and the Makefile, with strings that are written in pieces put together.
  private static func sources() throws -> String {
    let folder = packageFolder.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var text = try String(contentsOf: packageFolder.appending(path: "Makefile"), encoding: .utf8)
    for case let file as URL in files where file.pathExtension == "swift" {
      text += try String(contentsOf: file, encoding: .utf8)
    }
    return text.replacing(#/"\s*\+\s*"/#, with: "").replacing("\\\"", with: "\"")
  }
}
