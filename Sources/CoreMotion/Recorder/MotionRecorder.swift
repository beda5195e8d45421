import Foundation
import Fusion
import Pipeline

/// Records every sample of a board's chip into a file that ``MotionBoard/replaying(_:through:units:)`` plays back, and `imu-rt replay` too.
///
/// The file is CSV with the columns time_s, gx, gy, gz (rad/s, the estimated bias not taken out), ax, ay, az (m/s^2, specific force), in the
/// device frame and behind the calibration, if there is one. Numbers are written so that reading gives the same bits.
public final class MotionRecorder: Sendable {
  private struct State {
    var channel: SensorChannel?
    var handle: FileHandle?
    var rows: UInt64 = 0
    var failure: (any Error)?
  }

  private static let header = "time_s,gx,gy,gz,ax,ay,az\n"

  private let state: Guarded<State>
  /// Rows are written here, apart from the delivery thread.
  private let queue = DispatchQueue(label: "CoreMotion recorder")

  /// Begins to record; an existing file is replaced.
  ///
  /// - Throws: what the file system says; ``MotionUnavailable``.
  public init(_ path: String, board: MotionBoard = .standard) throws {
    let url = URL(fileURLWithPath: path)
    try Data(Self.header.utf8).write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    let channel = SensorChannel(board: board)
    channel.interval = .everySample
    state = Guarded(State(channel: channel, handle: handle))
    try channel.start(capacity: nil, executor: { $0() }) { [weak self] sample, _ in sample.map { self?.take($0) } }
  }

  /// Whoever wants to know of errors calls ``finish()`` before.
  deinit { do { try finish() } catch {} }

  /// Rows that were written or are about to be.
  public var rows: UInt64 { state.withLock { $0.rows } }

  private func take(_ sample: MotionSample) {
    let rate = sample.rotationRate + sample.bias
    let force = sample.specificForce
    let numbers = [sample.timestamp, rate.x, rate.y, rate.z, force.x, force.y, force.z]
    let row = Data((numbers.map { "\($0)" }.joined(separator: ",") + "\n").utf8)
    state.withLock { $0.rows += 1 }
    queue.async { [state] in
      guard let handle = state.withLock({ $0.handle }) else { return }
      do { try handle.write(contentsOf: row) } catch { state.withLock { $0.failure = $0.failure ?? error } }
    }
  }

  /// Stops, and closes the file when every row is in it. Again does nothing.
  ///
  /// - Throws: the first error of writing.
  public func finish() throws {
    let channel = state.withLock { state -> SensorChannel? in
      defer { state.channel = nil }
      return state.channel
    }
    channel?.stop()
    let (handle, failure) = queue.sync { [state] in
      state.withLock { state -> (FileHandle?, (any Error)?) in
        defer { state.handle = nil }
        return (state.handle, state.failure)
      }
    }
    try handle?.close()
    if let failure { throw failure }
  }
}
