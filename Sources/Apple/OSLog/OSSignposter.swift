// Linux has no Instruments. Signposts compile and have no effect.

/// A recorder of intervals and events for Instruments; has no effect.
public struct OSSignposter: Sendable {
  /// Creates a signposter without a subsystem.
  public init() {}

  /// Creates a signposter; the subsystem and category have no effect.
  public init(subsystem: String, category: String) {}

  /// Creates a signposter; the subsystem and category have no effect.
  public init(subsystem: String, category: OSLog.Category) {}

  /// Creates a signposter; the logger has no effect.
  public init(logger: Logger) {}

  /// Creates a signposter; the log has no effect.
  public init(logHandle: OSLog) {}

  /// The disabled signposter.
  public static var disabled: Self { Self() }

  /// Whether signposts are recorded; always false.
  public var isEnabled: Bool { false }

  /// Returns an identifier.
  public func makeSignpostID() -> OSSignpostID { .exclusive }

  /// Returns the identifier of an object.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(object) }

  /// Begins an interval.
  public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
    OSSignpostIntervalState()
  }

  /// Begins an interval with a message.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage
  ) -> OSSignpostIntervalState { OSSignpostIntervalState() }

  /// Ends an interval.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}

  /// Ends an interval with a message.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {}

  /// Records an event.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}

  /// Records an event with a message.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {}

  /// Runs a task as an interval.
  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
  ) rethrows -> Result { try task() }
}

/// The state of an interval between its beginning and its end.
public final class OSSignpostIntervalState: Sendable {
  init() {}
}

/// The identifier of an interval.
public struct OSSignpostID: RawRepresentable, Sendable, Hashable {
  /// The number of the identifier.
  public let rawValue: UInt64

  /// Creates an identifier with a number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an identifier with a number.
  public init(_ value: UInt64) { rawValue = value }

  /// Creates an identifier for a log.
  public init(log: OSLog) { self = .exclusive }

  /// Creates the identifier of an object for a log.
  public init(log: OSLog, object: AnyObject) { self.init(object) }

  init(_ object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue)) }

  /// The identifier of intervals that do not overlap.
  public static let exclusive = Self(rawValue: 0xeeee_b0b5_b2b2_eeee)
  /// An invalid identifier.
  public static let invalid = Self(rawValue: .max)
  /// The identifier of no interval.
  public static let null = Self(rawValue: 0)
}

/// The type of a signpost.
public struct OSSignpostType: RawRepresentable, Sendable, Hashable {
  /// The number of the type.
  public let rawValue: UInt8

  /// Creates a type with a number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A single event.
  public static let event = Self(rawValue: 0)
  /// The beginning of an interval.
  public static let begin = Self(rawValue: 1)
  /// The end of an interval.
  public static let end = Self(rawValue: 2)
}

/// Records a signpost; has no effect.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {}

/// Records a signpost with a message; has no effect.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {}
