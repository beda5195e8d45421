import Foundation
import Testing

/// Attitudes that two phones logged in all forms at once.
struct Golden: Decodable, Sendable {
  struct Sample: Decodable, Sendable {
    let quaternion_xyzw: [Double]
    let roll: Double
    let pitch: Double
    let yaw: Double
    let rotationMatrix: [[Double]]
    let gravity: [Double]
  }

  let samples: [Sample]

  static func read() throws -> Golden {
    let url = try #require(Bundle.module.url(forResource: "golden", withExtension: "json"))
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: url))
  }
}
