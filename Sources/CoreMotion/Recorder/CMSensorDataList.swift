import Foundation

/// Recorded samples in order of time.
///
/// It is not a `Sequence`, so that programs may say so themselves, as they do on the phone:
///
///     extension CMSensorDataList: @retroactive Sequence {
///       public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(self) }
///     }
open class CMSensorDataList: NSObject, NSFastEnumeration, @unchecked Sendable {
  // Ownership: immutable.

  /// The samples.
  public let samples: [CMRecordedAccelerometerData]

  /// A list without samples.
  public override init() {
    samples = []
    super.init()
  }

  /// A list of the given samples, for tests.
  public convenience init(samples: [CMRecordedAccelerometerData]) { self.init(samples) }

  // What makes a list of values is a convenience: see CMLogItem.
  private init(_ samples: [CMRecordedAccelerometerData]) {
    self.samples = samples
    super.init()
  }

  /// The samples, for ``NSFastEnumerationIterator``.
  public var enumeratedObjects: [Any] { samples }
}

/// What can be enumerated. Stands in for the protocol that Foundation lacks on Linux.
public protocol NSFastEnumeration: AnyObject {
  /// The objects in order.
  var enumeratedObjects: [Any] { get }
}

/// Iterates what can be enumerated. Stands in for the type that Foundation lacks on Linux.
public struct NSFastEnumerationIterator: IteratorProtocol {
  private var rest: ArraySlice<Any>

  /// An iterator before the first object.
  public init(_ enumerable: any NSFastEnumeration) { rest = enumerable.enumeratedObjects[...] }

  /// The next object; nil at the end.
  public mutating func next() -> Any? { rest.popFirst() }
}
