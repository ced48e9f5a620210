import OpenCaptureSystem

/// An object whose properties can be observed, as Objective-C's can on Apple's systems.
public protocol KeyValueObservable: AnyObject {
  /// Sent when properties may have changed.
  var propertyChanges: PropertyChanges { get }
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
    let watcher: any PropertyWatching = watch
    let stop = propertyChanges.listen(to: keyPath) { watcher.look() }
    watch.begin()
    return NSKeyValueObservation {
      stop()
      watcher.end()
    }
  }
}
