import Dispatch
import OpenCaptureSystem

/// What looks at a property, whatever that is.
protocol PropertyWatching: Sendable {
  /// Looks whether the property has another value, and tells of it.
  func look()
  /// Tells of nothing any more.
  func end()
}

/// A property that is observed, and the value that it had.
///
/// It is read where it changed, and handlers are called one after the other on a queue of their own: whoever changed it can
/// hold locks, and be waited for.
///
/// Unchecked: values are reached within the lock, and handlers of Objective-C's key-value observing are called on any thread.
final class PropertyWatch<Object: AnyObject, Value>: PropertyWatching, @unchecked Sendable {
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: (Object, NSKeyValueObservedChange<Value>) -> Void
  private let mutex = SystemMutex()
  /// Nil until it has begun.
  private var value: Value?
  private var isOver = false

  init(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    (self.object, self.keyPath, self.options, self.handler) = (object, keyPath, options, handler)
  }

  deinit { mutex.destroy() }

  /// Begins with the value as it is, and tells of it at once where that was asked for.
  ///
  /// To be called once changes are listened to: one that came between would be missed.
  func begin() {
    guard let object else { return }
    let initial = withLock {
      let initial = object[keyPath: keyPath]
      value = initial
      return initial
    }
    if options.contains(.initial) { tell(object, new: initial, old: nil) }
  }

  func look() {
    guard let object else { return }
    withLock {
      // Within the lock, so that what is told last is the value that it has.
      guard let old = value else { return }
      let new = object[keyPath: keyPath]
      guard !Self.areEqual(old, new) else { return }
      nonisolated(unsafe) let change = (old: old, new: new)
      value = new
      KeyValueObserving.queue.async { [weak self] in
        guard let self, let object = self.object, !withLock({ isOver }) else { return }
        tell(object, new: change.new, old: change.old)
      }
    }
  }

  func end() { withLock { isOver = true } }

  private func tell(_ object: Object, new: Value, old: Value?) {
    handler(
      object,
      NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? new : nil,
        oldValue: options.contains(.old) ? old : nil, isPrior: false))
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    mutex.lock()
    defer { mutex.unlock() }
    return body()
  }

  private static func areEqual(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? any Equatable { return left.isEqual(to: right) }
    if let left = left as? [AnyObject], let right = right as? [AnyObject] {
      return left.count == right.count && zip(left, right).allSatisfy { $0 === $1 }
    }
    return false
  }
}

enum KeyValueObserving {
  /// Where handlers are called.
  static let queue = DispatchQueue(label: "capture.key-value-observing")
  /// Where is looked what nobody tells of.
  static let lookout = DispatchQueue(label: "capture.key-value-lookout", qos: .utility)
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
