import Foundation
import FuzzEntries
import SoakWalk

/// How many cases a fuzz test runs, and with which seeds: a few, always the same; with FUZZ_SECONDS in the environment
/// (`make fuzz-seeded SECONDS=n`) as many as fit, from FUZZ_SEED on.
///
/// A trap ends the whole program: the last line printed then names the hundred seeds that hold the one to repeat.
enum FuzzCases {
  /// Tests that share the time.
  private static let tests = Double(FuzzEntry.allCases.count)

  static func run(_ name: String, cases: Int, _ body: (UInt64, inout SeededNumbers) throws -> Void) rethrows {
    let environment = ProcessInfo.processInfo.environment
    guard let seconds = environment["FUZZ_SECONDS"].flatMap({ Double($0) }) else {
      for seed in 1...UInt64(cases) { try one(seed, body) }
      return
    }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds / tests)
    let first = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    var seed = first
    repeat {
      // Unbuffered, so that it is out before a trap.
      FileHandle.standardError.write(Data("fuzz \(name): seeds \(seed) to \(seed + 99)\n".utf8))
      for _ in 0..<100 {
        try one(seed, body)
        seed += 1
      }
    } while clock.now < end
  }

  private static func one(_ seed: UInt64, _ body: (UInt64, inout SeededNumbers) throws -> Void) rethrows {
    var random = SeededNumbers(seed: seed)
    try body(seed, &random)
  }
}
