/// Who listens to what is found in a board's motion, which is followed while anybody does. Its owner guards it, so that listeners and
/// what they are told change as one.
struct Audience<News: Sendable> {
  typealias Listener = @Sendable (News) -> Void

  private var members: [Int: Listener] = [:]
  private var nextKey = 0
  private var follower: MotionFollower?

  /// For calls outside the lock.
  var listeners: [Listener] { Array(members.values) }

  /// - Returns: the listener's key, and whether nothing follows the motion yet.
  mutating func add(_ listener: @escaping Listener) -> (key: Int, needsStart: Bool) {
    nextKey += 1
    members[nextKey] = listener
    return (nextKey, follower == nil)
  }

  /// Takes what was made to follow the motion.
  ///
  /// - Returns: whether it is wanted: another may have been quicker, or the last listener gone.
  mutating func admit(_ new: MotionFollower) -> Bool {
    guard follower == nil, !members.isEmpty else { return false }
    follower = new
    return true
  }

  /// - Returns: whether it was the last listener; and what followed the motion until then, to be let go outside the lock.
  mutating func remove(_ key: Int) -> (isLast: Bool, former: MotionFollower?) {
    members[key] = nil
    guard members.isEmpty else { return (false, nil) }
    defer { follower = nil }
    return (true, follower)
  }
}
