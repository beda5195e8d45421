/// A data-ready line that the open-drain pins of several chips pull low, for as many threads: one request of the kernel's, of
/// which each ``Listener`` sees every edge.
///
/// The kernel grants a line once, and an edge that one thread has read is gone for the others. So whoever reads an edge publishes it and wakes
/// the others. Nobody waits for anybody, and every deadline holds whatever another thread does: one that is held up before it reads leaves the
/// edge to the others; one that is held up right behind that keeps this edge to itself until it goes on.
///
/// Safe from any thread. The line is given back with its last listener.
public final class SharedGPIOLine: Sendable {
  /// Chip and offset, such as "gpiochip0 line 17".
  public let name: String
  private let core: SharedLineMemory

  /// Requests a line for falling edges. May block; not for the sampling thread.
  ///
  /// - Parameters:
  ///   - chip: label, name or path; as for ``GPIOLine``.
  ///   - line: name or offset in decimal.
  ///   - bias: the pull resistor in the GPIO chip; without one on the board the pins need a pull-up here.
  ///   - listeners: most that ``listen()`` gives at once, at least 1.
  /// - Throws: ``GPIOLineError``; nothing stays requested.
  public init(
    chip: String, line: String, bias: GPIOLine.Bias = .unchanged, listeners: Int, consumer: String = "imu-rt"
  ) throws(GPIOLineError) {
    let row: ListenerRow
    do throws(ErrnoCode) { row = try ListenerRow(count: listeners) } catch {
      throw .failed(chip: chip, line: line, code: error.code)
    }
    let request = LineRequest(
      chip: chip, line: line, activeLevel: .low, bias: bias, consumer: consumer, readers: listeners)
    let result = request.submit()
    guard let granted = result.line else {
      throw GPIOLineError(status: result.status, asked: request, found: result.found)
    }
    core = SharedLineMemory(SharedEdges(handle: LineHandle(owning: granted, readers: listeners), listeners: row))
    name = "\(result.found.chipName) line \(result.found.offset)"
  }

  /// The line for one more thread; nil where there are as many listeners as it was requested for.
  public func listen() -> Listener? { core.door.claim().map { Listener(to: self, number: $0) } }

  /// One thread's view of the line. It sees the edges from its making on.
  public final class Listener: DataReadyLine {
    /// Held for its lifetime, and so that of the door's memory, alone: touching it on the sample path would count references.
    private let line: SharedGPIOLine
    private let door: SharedLineDoor
    private let number: Int

    fileprivate init(to line: SharedGPIOLine, number: Int) {
      self.line = line
      self.number = number
      door = line.core.door
    }

    deinit { door.giveBack(number) }

    public var name: String { line.name }

    /// Waits for an edge until `deadline` (CLOCK_MONOTONIC) and takes the newest; of several only that one is told. Safe on the
    /// sampling thread.
    @_noLocks public func wait(untilNanoseconds deadline: UInt64) -> EdgeWait {
      door.wait(number, untilNanoseconds: deadline)
    }

    /// Reads the line: 1 active (low), 0 inactive, or -errno. Safe on the sampling thread.
    @_noLocks public func level() -> Int32 { door.level() }
  }
}
