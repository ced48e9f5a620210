import Glibc

/// The lines of log messages on standard error.
enum LogLines {
  /// Whether debug messages are written.
  static let includeDebugMessages = getenv("OS_ACTIVITY_DT_MODE") != nil

  /// Writes a line in one call, so that lines of several threads stay whole.
  static func write(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Returns a message with its arguments in place of the format's conversions.
  ///
  /// `%@` and `%s` with a Swift value print its description, other conversions those of `printf`. An argument with
  /// the privacy `private` or `sensitive` is replaced by `<private>`.
  static func text(_ format: String, _ arguments: [any CVarArg]) -> String {
    var text = ""
    var remaining = arguments[...]
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      let conversion = Conversion(parsing: &rest)
      guard let argument = remaining.popFirst() else {
        text += "<missing>"
        continue
      }
      text += conversion.isPrivate ? "<private>" : conversion.text(of: argument)
    }
    return text + rest
  }

  /// A conversion of a format, such as `%{public}@` or `%.2f`.
  private struct Conversion {
    /// The flags, width, precision and length.
    private var options = ""
    /// The type of the argument, such as `d`.
    private var kind: Character = "@"
    /// Whether the argument must not be written.
    private(set) var isPrivate = false

    /// Removes the conversion from the start of a format whose percent sign was already removed.
    init(parsing format: inout Substring) {
      if format.first == "{" {
        let attributes = format.dropFirst().prefix { $0 != "}" }
        isPrivate = attributes.split(separator: ",").contains { ["private", "sensitive"].contains($0) }
        format = format.dropFirst(attributes.count + 2)
      }
      while let next = format.popFirst() {
        if "0123456789.+-# hlqzjtL".contains(next) {
          options.append(next)
        } else {
          kind = next
          return
        }
      }
    }

    /// Returns the text of an argument.
    func text(of argument: any CVarArg) -> String {
      let isNumber = argument is any BinaryInteger || argument is any BinaryFloatingPoint
      guard isNumber && kind != "@" && kind != "s" || argument is UnsafePointer<CChar> else { return "\(argument)" }
      return withVaList([argument]) { list in
        var buffer = [CChar](repeating: 0, count: 512)
        vsnprintf(&buffer, buffer.count, "%\(options)\(kind)", list)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
  }
}

/// Writes a message with arguments at a level.
///
/// - Parameters:
///   - message: The message, with conversions such as `%{public}@` and `%d`.
///   - dso: Has no effect.
///   - log: The log.
///   - type: The level.
///   - args: The arguments of the conversions.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
  _ args: any CVarArg...
) {
  log.write(type, LogLines.text(message.description, args))
}

/// Writes a message with arguments at a level.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {
  log.write(type, LogLines.text(message.description, args))
}

/// Writes a message at the default level.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default, message.text) }

/// Writes a message at a level.
@_disfavoredOverload
public func os_log(_ logLevel: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(logLevel, message.text)
}
