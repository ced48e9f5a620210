import OpenCaptureFlow
import OpenCapturePreview
import OpenCaptureSession
package import OpenCaptureSystem

/// An object whose properties can be observed, as Objective-C's can on Apple's systems.
public protocol KeyValueObservable: AnyObject {
  /// Sent when properties may have changed.
  var propertyChanges: PropertyChanges { get }
}

/// What tells that properties of an object may have changed.
public struct PropertyChanges: Sendable {
  package let signal: ChangeSignal
}

extension CaptureSession: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CaptureDevice: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension CaptureConnection: KeyValueObservable {
  /// Sent when properties may have changed.
  public var propertyChanges: PropertyChanges { PropertyChanges(signal: changes) }
}

extension KeyValueObservable {
  /// Observes a property: calls `changeHandler` soon after it has another value, on a queue for all observers, in order.
  ///
  ///     let observation = session.observe(\.isRunning, options: [.new]) { session, change in
  ///       print(change.newValue as Any)
  ///     }
  ///
  /// Values are compared, so that a property that is set to what it was is not told of.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - options: What the handler is told; `initial` calls it at once, where this is called.
  ///   - changeHandler: Takes the object and the change.
  /// - Returns: The observation, which ends with it: keep it. It ends with the object, too.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let watch = PropertyWatch(self, keyPath, options, changeHandler)
    let signal = propertyChanges.signal
    let watcher: any PropertyWatching = watch
    let key = signal.listen { watcher.look() }
    if options.contains(.initial) { watch.tellInitially() }
    return NSKeyValueObservation { [weak signal] in
      signal?.stop(key)
      watcher.end()
    }
  }
}
