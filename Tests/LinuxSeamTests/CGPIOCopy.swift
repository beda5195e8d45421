import CGPIO
import CGPIOOnGPIOD1
import CGPIOOnGPIOD2
import FakeKernel
import Testing

/// CGPIO compiled against one of the two versions of libgpiod, both over the same fake chips.
enum CGPIOCopy: String, CaseIterable, CustomTestStringConvertible {
  case gpiod1 = "libgpiod 1.6"
  case gpiod2 = "libgpiod 2.x"

  var testDescription: String { rawValue }

  var calls: cgpio_calls {
    switch self {
    case .gpiod1: cgpio_on_gpiod1
    case .gpiod2: cgpio_on_gpiod2
    }
  }

  /// What a request brought.
  struct Outcome {
    var status: Int32
    var line: OpaquePointer?
    var report: cgpio_report

    var chipName: String { text(report.chip_name) }
    var chipLabel: String { text(report.chip_label) }
    var holder: String { text(report.holder) }
  }

  func request(
    chip: String = "gpiochip0", line: String = "17", edge: cgpio_edge = CGPIO_EDGE_RISING,
    bias: cgpio_bias = CGPIO_BIAS_UNCHANGED, readers: Int32 = 1
  ) -> Outcome {
    var outcome = Outcome(status: 0, line: nil, report: cgpio_report())
    chip.withCString { chip in
      line.withCString { line in
        "imu-rt".withCString { consumer in
          var request = cgpio_request(
            chip: chip, line: line, consumer: consumer, edge: edge, bias: bias, readers: readers)
          outcome.status = calls.request_line(&request, &outcome.line, &outcome.report)
        }
      }
    }
    return outcome
  }

  /// Takes what is pending, up to `limit`.
  func read(_ line: OpaquePointer?, reader: Int32 = 0, limit: Int32 = 64) -> (count: Int32, events: [cgpio_event]) {
    var events = [cgpio_event](repeating: cgpio_event(), count: 64)
    let count = calls.read_events(line, reader, &events, limit)
    return (count, Array(events.prefix(Int(max(0, count)))))
  }
}

/// The text in a fixed array of C characters.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
