import Foundation
import JSON5
import Testing

@testable import Pipeline

@Suite("Damaged configurations")
struct DamagedConfigurationTests {
  @Test(arguments: ["mpu6050", "lsm6ds3", "simulated"])
  func fileCutAnywhere_isRefusedUntilItsLastBracket(name: String) throws {
    let bytes = try Array(Data(contentsOf: shippedConfigurations.appending(path: "\(name).json5")))
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for count in 0...bytes.count {
      if count <= end {
        let error = refusal(Array(bytes[..<count]))
        guard case .syntax = error else {
          Issue.record("the first \(count) bytes of \(name): \(String(describing: error))")
          return
        }
      } else {
        #expect(refusal(Array(bytes[..<count])) == nil)
      }
    }
  }

  /// Whatever one byte turns into, the answer is a configuration or an error.
  @Test func anyByteReplaced_neverTraps() throws {
    let text = """
      {simulate:{chip:"lsm6ds3",clockErrorPercent:-2.5e0},/*a*/mounting:['-y','+x',"+z"],sampleRate:0xD0,// b
      realtime:{enabled:true,processor:null},updateRate:60,}
      """
    let bytes = Array(text.utf8)
    var accepted = 0
    var refused = 0
    for index in bytes.indices {
      for replacement in Array("\0\n\"'\\{}[]:,/*-+.0x9eEIN u\u{7F}".utf8) + [0x80, 0xC3, 0xE2, 0xF0, 0xFF] {
        var damaged = bytes
        damaged[index] = replacement
        do throws(ConfigurationError) {
          _ = try ConfigurationFile.parse(damaged, file: "f")
          accepted += 1
        } catch { refused += 1 }
      }
    }
    // Most damage shows; a changed comment or digit does not.
    #expect(accepted > 0 && refused > accepted)
  }

  @Test(arguments: ["[", "{a:", "[[[{a:", "/*", "//", "'", "\"\\", "-", "+", "0x", "(", "{", "[1,", "{a:1,"])
  func hundredThousandTimes_isRefused(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    #expect(refusal(text) != nil)
  }

  @Test func nesting_isBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    var allowed = try JSON5Reader(Array(nested(JSON5Reader.depthLimit).utf8))
    #expect(throws: Never.self) { try allowed.document() }
    var refused = try JSON5Reader(Array(nested(JSON5Reader.depthLimit + 1).utf8))
    #expect {
      _ = try refused.document()
    } throws: { "\($0)" == "line 1, column 33: nested deeper than 32 levels" }
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], [0x7B, 0x80, 0x7D], Array("{bus:'".utf8) + [0xC3] + Array("'}".utf8),
      [0xED, 0xA0, 0x80], [0xC0, 0xAF],
    ] as [[UInt8]])
  func whatIsNotUTF8_isRefused(bytes: [UInt8]) {
    let error = refusal(bytes)
    #expect(error?.description.contains("UTF-8") == true)
  }

  @Test(arguments: [
    ("{simulate: {}, simulate: {}}", "line 1, column 16", "'simulate'"),
    ("{simulate: {},\n updateRate: 20,\n 'updateRate': 20}", "line 3, column 2", "'updateRate'"),
    ("{simulate: {chip: 'mpu6050', chip: 'lsm6ds3'}}", "line 1, column 30", "'chip'"),
    ("{simulate: {}, \"\\u0062us\": 'a', bus: 'a'}", "line 1, column 33", "'bus'"),
  ])
  func repeatedKey_isRefused(text: String, place: String, key: String) {
    let error = refusal(text)
    let message = error?.description ?? ""
    #expect(message.contains(place) && message.contains("key \(key) stands twice"), "\(message)")
  }
}
