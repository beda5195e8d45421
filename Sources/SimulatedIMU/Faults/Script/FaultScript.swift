/// What is to go wrong with a chip, and when: for tests, for `imu-rt stream --simulate --faults FILE`, for a user's own CI.
///
///     let script = try FaultScript(path: "faults.json5")
///     chip.follow(script)
///
/// The language is described in docs/faults.md. In virtual time the same script does the same to the same run, to the
/// nanosecond.
public struct FaultScript: Sendable, Equatable {
  /// When a fault strikes.
  public enum Moment: Sendable, Equatable {
    /// So many nanoseconds after the script began.
    case time(nanoseconds: UInt64)
    /// With the chip's so many-th sample since the script began, read or not; 1 is the first.
    case sample(UInt64)
    /// At the start of the so many-th transaction that addresses the chip, before it meets the bus; 1 is the first.
    case transaction(UInt64)
  }

  /// How often a fault strikes.
  public struct Repetition: Sendable, Equatable {
    /// From one strike to the next, in the unit of the moment; at least 1.
    public var every: UInt64
    /// How often altogether, the first time included; nil for as long as the script is followed.
    public var count: UInt64?

    /// A repetition; parameters as the properties.
    public init(every: UInt64, count: UInt64? = nil) {
      self.every = every
      self.count = count
    }
  }

  /// One fault of a script.
  public struct Step: Sendable, Equatable {
    /// What goes wrong.
    public var fault: Fault
    /// When it strikes first.
    public var moment: Moment
    /// Whether it strikes again; nil for once.
    public var repetition: Repetition?
    /// How long the fault goes on before it ends by itself; nil leaves it. Means nothing for a fault without an
    /// ``Fault/ending``.
    public var lastsNanoseconds: UInt64?

    /// A step; parameters as the properties.
    public init(
      _ fault: Fault, at moment: Moment, repetition: Repetition? = nil, lastsNanoseconds: UInt64? = nil
    ) {
      self.fault = fault
      self.moment = moment
      self.repetition = repetition
      self.lastsNanoseconds = lastsNanoseconds
    }
  }

  /// In the order in which they strike where their moments are the same.
  public var steps: [Step]

  /// A script of these steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// Most bytes of a file.
  public static let byteLimit = 1 << 20
  /// Most steps of a script.
  public static let stepLimit = 1000

  /// Reads a script from a file. May block; not for a sampling thread.
  ///
  /// - Throws: ``FaultScriptError``, with file, line, key, value and what is allowed.
  public init(path: String) throws(FaultScriptError) {
    let bytes: [UInt8]
    do throws(GzipFile.Failure) {
      bytes = try GzipFile.contents(path: path, limit: Self.byteLimit)
    } catch { throw .unreadable(file: path, reason: error.reason(limit: Self.byteLimit)) }
    self = try FaultScriptReader.script(bytes, file: path)
  }

  /// Reads a script from a text.
  ///
  /// - Parameter file: what errors call it.
  /// - Throws: ``FaultScriptError``, with file, line, key, value and what is allowed.
  public init(_ text: String, file: String = "fault script") throws(FaultScriptError) {
    self = try FaultScriptReader.script(Array(text.utf8), file: file)
  }
}
