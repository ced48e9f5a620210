import Dispatch
import OpenCaptureSystem

/// An observed property, independent of its type.
protocol PropertyObserving: Sendable {
  /// Compares the property with its last value, and reports a change.
  func look()
  /// Stops reporting.
  func end()
}

/// An observed property and its last value.
///
/// The property is read on the thread that changed it. Handlers run one after the other on a separate queue,
/// because that thread can hold locks, and other threads can wait for it.
///
/// Unchecked: the values are protected by the lock, and handlers of key-value observing run on any thread.
final class PropertyObserver<Object: AnyObject, Value>: PropertyObserving, @unchecked Sendable {
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: (Object, NSKeyValueObservedChange<Value>) -> Void
  private let mutex = SystemMutex()
  /// The last value; nil before ``begin()``.
  private var value: Value?
  private var isOver = false

  init(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.object = object
    self.keyPath = keyPath
    self.options = options
    self.handler = handler
  }

  deinit { mutex.destroy() }

  /// Stores the initial value, and reports it if that was requested.
  ///
  /// Call it after listening has started; otherwise a change in between would be missed.
  func begin() {
    guard let object else { return }
    let initial = withLock {
      let initial = object[keyPath: keyPath]
      value = initial
      return initial
    }
    if options.contains(.initial) { report(object, new: initial, old: nil) }
  }

  func look() {
    guard let object else { return }
    withLock {
      // Read within the lock, so that the last reported value is the current one.
      guard let old = value else { return }
      let new = object[keyPath: keyPath]
      guard !Self.areEqual(old, new) else { return }
      nonisolated(unsafe) let change = (old: old, new: new)
      value = new
      KeyValueObserving.queue.async { [weak self] in
        guard let self, let object = self.object, !withLock({ isOver }) else { return }
        report(object, new: change.new, old: change.old)
      }
    }
  }

  func end() { withLock { isOver = true } }

  private func report(_ object: Object, new: Value, old: Value?) {
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
  /// The queue of the handlers.
  static let queue = DispatchQueue(label: "capture.key-value-observing")
  /// The queue on which properties without notification are polled.
  static let lookout = DispatchQueue(label: "capture.key-value-lookout", qos: .utility)
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
