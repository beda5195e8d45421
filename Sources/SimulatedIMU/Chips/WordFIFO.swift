/// A FIFO of 16-bit words that remembers each word's place in the repeating set, as the LSM6DS3's does.
struct WordFIFO {
  let capacity: Int
  private(set) var count = 0
  private var words: [UInt16]
  private var places: [UInt16]
  private var head = 0
  private var last: UInt16 = 0

  init(capacity: Int) {
    self.capacity = capacity
    words = [UInt16](repeating: 0, count: capacity)
    places = [UInt16](repeating: 0, count: capacity)
  }

  /// Place of the next word to be read within its set; 0 when empty.
  var nextPlace: UInt16 { count > 0 ? places[head] : 0 }

  /// Adds a word; a full FIFO loses its oldest for it.
  mutating func push(_ word: UInt16, place: UInt16) {
    if count == capacity { drop(1) }
    let slot = (head + count) % capacity
    words[slot] = word
    places[slot] = place
    count += 1
  }

  /// Takes the oldest word; an empty FIFO gives the last one again.
  mutating func pop() -> UInt16 {
    guard count > 0 else { return last }
    last = words[head]
    drop(1)
    return last
  }

  mutating func drop(_ number: Int) {
    let number = min(max(number, 0), count)
    head = (head + number) % capacity
    count -= number
  }

  mutating func reset() {
    head = 0
    count = 0
  }
}
