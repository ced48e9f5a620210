import OpenCaptureSystem

/// Options for observing a property.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Pass the new value.
  public static let new = Self(rawValue: 1)
  /// Pass the old value.
  public static let old = Self(rawValue: 2)
  /// Call the handler immediately with the initial value.
  public static let initial = Self(rawValue: 4)
  /// Call the handler also before each change; has no effect.
  public static let prior = Self(rawValue: 8)
}

/// The type of a change.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Values were inserted; reported as ``setting``.
  case insertion = 2
  /// Values were removed; reported as ``setting``.
  case removal = 3
  /// Values were replaced; reported as ``setting``.
  case replacement = 4
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The type of a change.
  public typealias Kind = NSKeyValueChange

  /// The type of the change, always ``NSKeyValueChange/setting``.
  public let kind: Kind
  /// The new value; nil without ``NSKeyValueObservingOptions/new``.
  public let newValue: Value?
  /// The old value; nil without ``NSKeyValueObservingOptions/old``, and in the initial call.
  public let oldValue: Value?
  /// Whether the change has not happened yet; always false.
  public let isPrior: Bool
}

/// An observation, which lasts until this object is released or invalidated.
public final class NSKeyValueObservation: Sendable {
  private struct State: Lockable {
    var end: (@Sendable () -> Void)?
  }

  private let state: Locked<State>

  init(_ end: @escaping @Sendable () -> Void) { state = Locked(State(end: end)) }

  deinit { invalidate() }

  /// Ends the observation.
  public func invalidate() {
    let end = state.withLock { $0.end.take() }
    end?()
  }
}

/// An object with observable properties, as Objective-C objects are on Apple's systems.
public protocol KeyValueObservable: AnyObject {
  /// The notification of possible property changes.
  var propertyChanges: PropertyChanges { get }
}

extension KeyValueObservable {
  /// Observes a property and calls `changeHandler` after it changes.
  ///
  /// All handlers run in order on one queue, soon after the change.
  ///
  ///     let observation = session.observe(\.isRunning, options: [.new]) { session, change in
  ///       print(change.newValue as Any)
  ///     }
  ///
  /// Values are compared, so setting a property to the same value is not reported.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - options: The values to pass to the handler. With `initial` the handler is also called immediately.
  ///   - changeHandler: Receives the object and the change.
  /// - Returns: The observation. Keep it: the observation ends when it is released, or with the object.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let watch = PropertyObserver(self, keyPath, options, changeHandler)
    let watcher: any PropertyObserving = watch
    let stop = propertyChanges.listen(to: keyPath) { watcher.look() }
    watch.begin()
    return NSKeyValueObservation {
      stop()
      watcher.end()
    }
  }
}
