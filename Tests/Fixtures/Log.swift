import OpenCaptureSystem
import OpenCaptureMediaSamples

/// Values that closures on any thread add to.
public final class Log<Element: Sendable>: Sendable {
  private let entries = Locked<[Element]>([])

  /// A log with nothing in it.
  public init() {}

  /// Adds a value after the others.
  public func append(_ element: Element) { entries.withLock { $0.append(element) } }

  /// A copy with storage of its own: the thread sanitizer doesn't see that shared storage is let go of before the next
  /// value is appended to it.
  public var all: [Element] { entries.withLock { $0.map(\.self) } }

  /// How many there are.
  public var count: Int { entries.withLock { $0.count } }
}
