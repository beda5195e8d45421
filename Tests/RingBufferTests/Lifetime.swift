/// Watches an object without keeping it.
struct Lifetime {
  private weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }

  var isOver: Bool { object == nil }
}
