/// A queue whose both ends are cheap, however long it is: a ring that grows.
struct Deque<Element> {
  private var slots: [Element?] = []
  private var head = 0
  private(set) var count = 0

  /// Above so many slots the memory of a backlog is given back once it is gone.
  private static var keptSlots: Int { 1024 }

  var isEmpty: Bool { count == 0 }
  var first: Element? { count == 0 ? nil : slots[head] }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[(head + count) % slots.count] = element
    count += 1
  }

  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head]
    slots[head] = nil
    head = (head + 1) % slots.count
    count -= 1
    if count == 0, slots.count > Self.keptSlots { self = Deque() }
    return element
  }

  private mutating func grow() {
    var larger = [Element?](repeating: nil, count: max(8, slots.count * 2))
    for index in 0..<count { larger[index] = slots[(head + index) % slots.count] }
    (slots, head) = (larger, 0)
  }
}
