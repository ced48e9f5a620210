import OpenCaptureSystem

/// A weak reference to an object that is created after the holders of the reference.
package final class WeakReference<Object: AnyObject & Sendable>: Sendable {
  private struct Target: Lockable {
    weak var object: Object?
  }

  private let target = Locked(Target())

  package init() {}

  /// The object; nil before it is set, and after it was deallocated.
  package var object: Object? {
    get { target.withLock { $0.object } }
    set { target.withLock { $0.object = newValue } }
  }
}
