import Foundation
import Pipeline
import SoakWalk

// soak [HOURS [SEED]], soak --walk SEED: hours of virtual time with random faults. Status 1 if anything is wrong.

/// Resident memory of this process in KiB.
func residentKibibytes() -> Int {
  guard let bytes = FileContents.small("/proc/self/status") else { return 0 }
  let text = String(decoding: bytes, as: UTF8.self)
  guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }) else { return 0 }
  return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
}

/// Prints a line at once, also into a file.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Leaves with a line on stderr.
func refuse(_ text: String) -> Never {
  FileHandle.standardError.write(Data("soak: \(text)\n".utf8))
  exit(2)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--walk" {
  guard let seed = arguments.dropFirst().first.flatMap({ UInt64($0) }) else { refuse("--walk needs a seed") }
  var run = SoakRun(seed: 0)
  run.walk(seed: seed)
  for complaint in run.totals.complaints { say(complaint) }
  say("\(run.totals.complaints.count) complaints in \(run.totals.rounds) rounds")
  exit(run.totals.complaints.isEmpty ? 0 : 1)
}
let hourText = arguments.first ?? "24"
guard let hours = Double(hourText), hours > 0, hours <= 1e6 else {
  refuse("'\(hourText)' hours; give a number above 0")
}
let seedText = arguments.dropFirst().first
let seed = seedText.map { UInt64($0) } ?? UInt64.random(in: 0...999_999)
guard let seed else { refuse("seed '\(seedText ?? "")'; give a whole number") }
say("soak: \(hours) h of virtual time, seed \(seed)")

var run = SoakRun(seed: seed)
let clock = ContinuousClock()
let begin = clock.now
// The first walks grow what is kept: pages of code, the allocator's own.
let warmUp = 20
var memory = 0
var printed = 0
var told = 0
while run.totals.virtualSeconds < hours * 3600 {
  run.walk()
  if run.totals.walks == warmUp { memory = residentKibibytes() }
  for complaint in run.totals.complaints.dropFirst(printed).prefix(20) { say("WRONG \(complaint)") }
  printed = run.totals.complaints.count
  let tenth = Int(run.totals.virtualSeconds / (hours * 360))
  if tenth > told {
    told = tenth
    say(
      "\(min(tenth, 10) * 10) %: \(run.totals.walks) walks, \(run.totals.produced) samples, \(residentKibibytes()) KiB resident"
    )
  }
}
let elapsed = begin.duration(to: clock.now)
let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
let totals = run.totals
let growth = residentKibibytes() - memory
say(
  "\(totals.walks) walks, \(totals.rounds) rounds (\(totals.comparisons) compared sample by sample), \(totals.produced) samples by the chips, \(totals.delivered) values delivered, "
    + "\(totals.lost) stated as lost, \(totals.restarts) restarts")
let speed = (totals.virtualSeconds / 3600 / seconds * 1000).rounded() / 1000
say(
  "\((seconds * 10).rounded() / 10) s for \((totals.virtualSeconds / 360).rounded() / 10) virtual hours: \(speed) virtual hours a second"
)
if totals.walks > warmUp {
  say("resident memory \(memory) KiB after \(warmUp) walks, \(memory + growth) KiB at the end")
  // Flat: less than the allocator's noise, whatever the hours.
  if growth > 8192 { say("WRONG memory grew by \(growth) KiB") }
}
let isGood = totals.complaints.isEmpty && (totals.walks <= warmUp || growth <= 8192)
say(isGood ? "all books closed" : "\(totals.complaints.count) complaints; 'soak --walk SEED' repeats one")
exit(isGood ? 0 : 1)
