public import CoreVideo
import Dispatch
import Glibc
import OpenCaptureSystem

/// A group of layer changes that become visible together.
///
/// A tree that a thread changed since `begin()` is drawn over a view as before, until `commit()`. Without a
/// transaction, each change becomes visible at once. There are no animations.
open class CATransaction: NSObject {
  /// Begins a transaction of this thread, within the current one if there is any.
  open class func begin() { LayerLock.shared.begin() }

  /// Ends the transaction that this thread began last; has no effect without one.
  open class func commit() { LayerLock.shared.commit() }

  /// Commits the changes that are not part of a transaction; has no effect, because they are visible at once.
  open class func flush() {}

  /// Locks all layers for other threads, until the call of `unlock()`.
  open class func lock() { LayerLock.shared.lock() }

  /// Ends a lock.
  open class func unlock() { LayerLock.shared.unlock() }

  /// Returns the duration of animations, in seconds; it has no effect.
  open class func animationDuration() -> CFTimeInterval { LayerLock.shared.current.animationDuration }

  /// Sets the duration of animations in the current transaction; it has no effect.
  open class func setAnimationDuration(_ dur: CFTimeInterval) {
    LayerLock.shared.update { $0.animationDuration = dur }
  }

  /// Returns whether changes of properties are not animated; they never are.
  open class func disableActions() -> Bool { LayerLock.shared.current.disablesActions }

  /// Sets whether changes of properties are not animated; it has no effect.
  open class func setDisableActions(_ flag: Bool) { LayerLock.shared.update { $0.disablesActions = flag } }

  /// Returns the block that is called after the current transaction.
  open class func completionBlock() -> (() -> Void)? { LayerLock.shared.current.completion }

  /// Sets the block that is called after the current transaction, on the main queue; without one, at once.
  open class func setCompletionBlock(_ block: (() -> Void)?) {
    if !LayerLock.shared.update({ $0.completion = block }) { block?() }
  }
}

/// Returns the current time of the system's monotonic clock, in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { MonotonicClock.seconds() }

/// The lock of all layers, so that a tree is copied as a whole, and the open transactions.
///
/// Unchecked: the lock protects all values. It is recursive, because releasing a layer can run the code of a
/// subclass, which can use layers.
final class LayerLock: @unchecked Sendable {
  /// The settings of a transaction.
  struct Transaction {
    var animationDuration: CFTimeInterval = 0.25
    var disablesActions = false
    var completion: (() -> Void)?
  }

  /// The transactions of a thread.
  private struct ThreadState {
    var transactions: [Transaction] = []
    /// The roots of the changed trees.
    var changedTrees: Set<ObjectIdentifier> = []
  }

  static let shared = LayerLock()

  /// A signal sent after changes of layers, outside of the lock.
  let changes = ChangeSignal()
  private let recursiveLock = NSRecursiveLock()
  /// The threads with an open transaction.
  private var threads: [pthread_t: ThreadState] = [:]

  func lock() { recursiveLock.lock() }

  func unlock() { recursiveLock.unlock() }

  func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Reports a change in a layer's tree; in a transaction of this thread, at its end.
  func noteChange(of layer: CALayer) {
    let isDeferred = withLock {
      let thread = pthread_self()
      threads[thread]?.changedTrees.insert(ObjectIdentifier(layer.root))
      return threads[thread] != nil
    }
    if !isDeferred { changes.send() }
  }

  /// Returns whether an open transaction changed the tree with a root; called within the lock.
  func isChanging(_ root: CALayer) -> Bool {
    threads.values.contains { $0.changedTrees.contains(ObjectIdentifier(root)) }
  }

  /// The settings of this thread's current transaction.
  var current: Transaction { withLock { threads[pthread_self()]?.transactions.last } ?? Transaction() }

  /// Changes the settings of this thread's current transaction, and returns whether there is one.
  @discardableResult
  func update(_ body: (inout Transaction) -> Void) -> Bool {
    var transaction = current
    body(&transaction)
    return withLock {
      guard var own = threads[pthread_self()] else { return false }
      own.transactions[own.transactions.count - 1] = transaction
      threads[pthread_self()] = own
      return true
    }
  }

  func begin() {
    var transaction = current
    transaction.completion = nil
    withLock { threads[pthread_self(), default: ThreadState()].transactions.append(transaction) }
  }

  func commit() {
    let (ended, isChanged) = withLock { () -> (Transaction?, Bool) in
      guard var own = threads[pthread_self()] else { return (nil, false) }
      let ended = own.transactions.removeLast()
      let isLast = own.transactions.isEmpty
      threads[pthread_self()] = isLast ? nil : own
      return (ended, isLast && !own.changedTrees.isEmpty)
    }
    if isChanged { changes.send() }
    guard let completion = ended?.completion else { return }
    if Thread.isMainThread { return completion() }
    nonisolated(unsafe) let block = completion
    DispatchQueue.main.async { block() }
  }
}
