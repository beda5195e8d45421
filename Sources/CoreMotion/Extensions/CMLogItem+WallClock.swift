import Foundation

extension CMLogItem {
  /// When it was measured, as a date: the present moved back by its age. Dates follow corrections of the wall clock, timestamps never
  /// do; of an item in virtual time, a date means nothing.
  public var wallClock: Date { Date(timeIntervalSinceNow: timestamp - ProcessInfo.processInfo.systemUptime) }
}
