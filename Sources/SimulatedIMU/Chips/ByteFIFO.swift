/// A FIFO of bytes that overwrites its oldest when full, without regard to what belongs together.
struct ByteFIFO {
  let capacity: Int
  private(set) var count = 0
  private var storage: [UInt8]
  private var head = 0
  private var last: UInt8 = 0

  init(capacity: Int) {
    self.capacity = capacity
    storage = [UInt8](repeating: 0, count: capacity)
  }

  /// Adds a byte; true if the oldest had to go for it.
  mutating func push(_ byte: UInt8) -> Bool {
    let isFull = count == capacity
    if isFull { drop(1) }
    storage[(head + count) % capacity] = byte
    count += 1
    return isFull
  }

  /// Takes the oldest byte; an empty FIFO gives the last one again.
  mutating func pop() -> UInt8 {
    guard count > 0 else { return last }
    last = storage[head]
    drop(1)
    return last
  }

  /// What ``pop()`` gave last.
  var stale: UInt8 { last }

  mutating func drop(_ bytes: Int) {
    let bytes = min(max(bytes, 0), count)
    head = (head + bytes) % capacity
    count -= bytes
  }

  mutating func reset() {
    head = 0
    count = 0
  }
}
