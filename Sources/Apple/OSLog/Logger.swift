/// A writer of log messages to standard error.
///
/// Each message is a line with the subsystem, the category and the level. Debug messages are written only if the
/// environment variable `OS_ACTIVITY_DT_MODE` is set, as Xcode does. Messages are not stored.
public struct Logger: Sendable {
  private let destination: OSLog

  /// Creates a logger without a subsystem.
  public init() { destination = .default }

  /// Creates a logger with a subsystem, usually a reverse domain name, and a category.
  public init(subsystem: String, category: String) {
    destination = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a logger with the subsystem and category of a log.
  public init(_ logObj: OSLog) { destination = logObj }

  /// Writes a message at the default level.
  public func log(_ message: OSLogMessage) { destination.write(.default, message.text) }

  /// Writes a message at a level.
  public func log(level: OSLogType, _ message: OSLogMessage) { destination.write(level, message.text) }

  /// Writes a debug message.
  public func trace(_ message: OSLogMessage) { destination.write(.debug, message.text) }

  /// Writes a debug message.
  public func debug(_ message: OSLogMessage) { destination.write(.debug, message.text) }

  /// Writes an informative message.
  public func info(_ message: OSLogMessage) { destination.write(.info, message.text) }

  /// Writes a message at the default level.
  public func notice(_ message: OSLogMessage) { destination.write(.default, message.text) }

  /// Writes an error message.
  public func warning(_ message: OSLogMessage) { destination.write(.error, message.text) }

  /// Writes an error message.
  public func error(_ message: OSLogMessage) { destination.write(.error, message.text) }

  /// Writes a message about a fault.
  public func critical(_ message: OSLogMessage) { destination.write(.fault, message.text) }

  /// Writes a message about a fault.
  public func fault(_ message: OSLogMessage) { destination.write(.fault, message.text) }
}

/// The level of a message.
public struct OSLogType: RawRepresentable, Sendable, Hashable {
  /// The number of the level.
  public let rawValue: UInt8

  /// Creates a level with a number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The default level.
  public static let `default` = Self(rawValue: 0)
  /// The level of informative messages.
  public static let info = Self(rawValue: 1)
  /// The level of debug messages.
  public static let debug = Self(rawValue: 2)
  /// The level of errors.
  public static let error = Self(rawValue: 16)
  /// The level of faults in the program.
  public static let fault = Self(rawValue: 17)

  /// The name of the level in a line.
  var name: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "default"
    }
  }
}

/// A destination of log messages with a subsystem and a category.
public final class OSLog: Sendable {
  /// A category with a special meaning on Apple's systems; a name here.
  public struct Category: RawRepresentable, Sendable, Hashable {
    /// The name of the category.
    public let rawValue: String

    /// Creates a category with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Points of interest.
    public static let pointsOfInterest = Self(rawValue: "PointsOfInterest")
    /// Signposts for dynamic tracing.
    public static let dynamicTracing = Self(rawValue: "DynamicTracing")
    /// Signposts for dynamic tracing with stacks.
    public static let dynamicStackTracing = Self(rawValue: "DynamicStackTracing")
  }

  private let subsystem: String
  private let category: String
  private let isDisabled: Bool

  private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
    self.subsystem = subsystem
    self.category = category
    self.isDisabled = isDisabled
  }

  /// Creates a log with a subsystem, usually a reverse domain name, and a category.
  public convenience init(subsystem: String, category: String) { self.init(subsystem, category, isDisabled: false) }

  /// Creates a log with a subsystem and a category.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem, category.rawValue, isDisabled: false)
  }

  /// The log without a subsystem.
  public static let `default` = OSLog("", "", isDisabled: false)

  /// A log that discards messages.
  public static let disabled = OSLog("", "", isDisabled: true)

  /// Whether signposts are recorded; always false.
  public var signpostsEnabled: Bool { false }

  /// Returns whether messages of a level are written.
  public func isEnabled(type: OSLogType) -> Bool {
    !isDisabled && (type != .debug || LogLines.includeDebugMessages)
  }

  /// Writes a message if its level is enabled.
  func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
    if isEnabled(type: type) { LogLines.write(line(type, text())) }
  }

  /// Returns the line of a message.
  func line(_ type: OSLogType, _ text: String) -> String {
    let source = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
    return "\(source)\(type.name): \(text)"
  }
}
