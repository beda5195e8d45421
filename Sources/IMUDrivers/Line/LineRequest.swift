import CGPIO

/// What is asked of libgpiod for one line.
struct LineRequest {
  let chip: String
  let line: String
  let activeLevel: GPIOLine.ActiveLevel
  let bias: GPIOLine.Bias
  let consumer: String
  /// How many threads read its events.
  var readers = 1

  /// Where a request led.
  struct Found {
    let chipName: String
    let chipLabel: String
    /// -1 where the line was not found.
    let offset: Int
    /// Who holds the line, after EBUSY.
    let holder: String
  }

  /// Asks for the line. Returns it, to be owned by the caller, or -errno; and where the request led in either case.
  func submit() -> (line: OpaquePointer?, status: Int32, found: Found) {
    var granted: OpaquePointer?
    var report = cgpio_report()
    // The C strings live for the call, which keeps none of them.
    let status = chip.withCString { chip in
      line.withCString { line in
        consumer.withCString { consumer in
          var request = cgpio_request(
            chip: chip, line: line, consumer: consumer, edge: edge, bias: cBias, readers: Int32(clamping: readers))
          return cgpio_request_line(&request, &granted, &report)
        }
      }
    }
    let found = Found(
      chipName: text(of: report.chip_name), chipLabel: text(of: report.chip_label), offset: Int(report.offset),
      holder: text(of: report.holder))
    return (granted, status, found)
  }

  /// Only the edge that starts a pulse: its end is not an event.
  private var edge: cgpio_edge { activeLevel == .high ? CGPIO_EDGE_RISING : CGPIO_EDGE_FALLING }

  private var cBias: cgpio_bias {
    switch bias {
    case .unchanged: CGPIO_BIAS_UNCHANGED
    case .disabled: CGPIO_BIAS_DISABLED
    case .pullUp: CGPIO_BIAS_PULL_UP
    case .pullDown: CGPIO_BIAS_PULL_DOWN
    }
  }
}
