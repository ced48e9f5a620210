import OpenCaptureSystem

/// Values that closures on any thread add to.
public final class Log<Element: Sendable>: Sendable {
  private let entries = Monitor<[Element]>([])

  /// A log with nothing in it.
  public init() {}

  /// Adds a value after the others.
  public func append(_ element: Element) { entries.update { $0.append(element) } }

  /// A copy with storage of its own: the thread sanitizer doesn't see that shared storage is let go of before the next
  /// value is appended to it.
  public var all: [Element] { entries.withLock { $0.map(\.self) } }

  /// How many there are.
  public var count: Int { entries.withLock { $0.count } }

  /// Waits until the values are as they should be.
  ///
  /// - Parameters:
  ///   - what: What is waited for.
  ///   - condition: Looked at whenever a value was added.
  public func wait(for what: String, until condition: ([Element]) -> Bool) throws(TimedOut) {
    try TimedOut.unless(what) { deadline in entries.wait(until: deadline) { condition($0) ? true : nil } != nil }
  }
}
