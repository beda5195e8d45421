import Pipeline

/// The place of a manager's one handler, which listens to a source behind a mailbox. A second handler replaces the first; after the
/// end no call of it begins.
final class ListenerSlot<News: Sendable>: Sendable {
  private struct Occupant {
    /// By which the source knows it; nil until it does.
    var key: Int?
    let mailbox: Mailbox<News>
  }

  typealias Add = @Sendable (@escaping Audience<News>.Listener) throws(MotionUnavailable) -> Int

  private let add: Add
  private let remove: @Sendable (Int) -> Void
  private let occupant = Guarded<Occupant?>(nil)

  /// - Parameters:
  ///   - add: makes the source tell a listener, and gives its key.
  ///   - remove: ends that.
  init(add: @escaping Add, remove: @escaping @Sendable (Int) -> Void) {
    self.add = add
    self.remove = remove
  }

  /// - Parameter failure: what the handler is told when the source has nothing to tell of.
  func listen(_ mailbox: Mailbox<News>, failure: (MotionUnavailable) -> News) {
    leave(
      occupant.withLock { occupant in
        defer { occupant = Occupant(mailbox: mailbox) }
        return occupant
      })
    do throws(MotionUnavailable) {
      let key = try add { news in mailbox.offer(news) }
      let isCurrent = occupant.withLock { occupant in
        guard occupant?.mailbox === mailbox else { return false }
        occupant?.key = key
        return true
      }
      // Ended meanwhile.
      if !isCurrent { remove(key) }
    } catch { mailbox.offer(failure(error)) }
  }

  /// Ends it. Again does nothing.
  func end() {
    leave(
      occupant.withLock { occupant in
        defer { occupant = nil }
        return occupant
      })
  }

  private func leave(_ former: Occupant?) {
    if let key = former?.key { remove(key) }
    former?.mailbox.close()
  }
}
