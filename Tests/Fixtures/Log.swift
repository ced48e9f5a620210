import OpenCaptureSystem

/// A list of values that closures on any thread append to.
public final class Log<Element: Sendable>: Sendable {
  private let entries = Monitor<[Element]>([])

  /// Makes an empty log.
  public init() {}

  /// Appends a value.
  public func append(_ element: Element) { entries.update { $0.append(element) } }

  /// A copy of the values with separate storage.
  ///
  /// The thread sanitizer does not see that shared storage is released before the next value is appended.
  public var all: [Element] { entries.withLock { $0.map(\.self) } }

  /// The number of values.
  public var count: Int { entries.withLock { $0.count } }

  /// Waits until the values meet a condition.
  ///
  /// - Parameters:
  ///   - what: The name of the expected event for the error.
  ///   - condition: Called after each appended value.
  public func wait(for what: String, until condition: ([Element]) -> Bool) throws(TimedOut) {
    try TimedOut.unless(what) { deadline in entries.wait(until: deadline) { condition($0) ? true : nil } != nil }
  }
}
