import Foundation
import FuzzEntries

/// The entry that FUZZ_ENTRY names: libFuzzer keeps the command line to itself. `list` prints them with their greatest lengths.
private let entry: FuzzEntry = {
  let name = ProcessInfo.processInfo.environment["FUZZ_ENTRY"] ?? ""
  if name == "list" {
    for entry in FuzzEntry.allCases { print(entry.rawValue, entry.byteLimit) }
    exit(0)
  }
  guard let entry = FuzzEntry(rawValue: name) else {
    complain("FUZZ_ENTRY=\(name): one of \(FuzzEntry.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(2)
  }
  return entry
}()

private func complain(_ text: String) { FileHandle.standardError.write(Data("fuzz: \(text)\n".utf8)) }

/// libFuzzer calls this first (llvm.org/docs/LibFuzzer.html): lays the good inputs into the folder FUZZ_SEEDS, from which it then reads.
@_cdecl("LLVMFuzzerInitialize")
public func prepare(_: UnsafeMutablePointer<CInt>, _: UnsafeMutableRawPointer) -> CInt {
  _ = entry
  guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  do {
    for (index, seed) in try entry.seeds().enumerated() {
      try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(index)"))
    }
  } catch {
    complain("\(error)")
    exit(2)
  }
  return 0
}

/// libFuzzer calls this with one input after the other; 0 is the only answer it knows.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ input: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer's input has so many bytes and stays for the call.
  if let complaint = entry.complaint(Array(UnsafeBufferPointer(start: input, count: count))) {
    fatalError("\(entry.rawValue): \(complaint)")
  }
  return 0
}
