/// What the detectors found in one sample: at most one thing each.
public struct DetectionBatch: Sendable, BitwiseCopyable {
  var freeFall: Detection?
  var tap: Detection?
  var shake: Detection?
  var step: Detection?
  var orientation: Detection?

  @_noLocks
  init() {
    freeFall = nil
    tap = nil
    shake = nil
    step = nil
    orientation = nil
  }

  /// Takes one out; nil when none is left. Real-time safe.
  @_noLocks
  public mutating func popFirst() -> Detection? {
    if let found = freeFall {
      freeFall = nil
      return found
    }
    if let found = tap {
      tap = nil
      return found
    }
    if let found = shake {
      shake = nil
      return found
    }
    if let found = step {
      step = nil
      return found
    }
    let found = orientation
    orientation = nil
    return found
  }
}
