/// Decides which items a slow worker gets: one is in flight, the newest waits, those in between are dropped.
///
/// A state machine without threads or locks. As MediaPipe's `FlowLimiterCalculator` with `max_in_flight` and
/// `max_in_queue` of 1.
struct FlowLimiter<Item> {
  /// What to do with an item that was offered.
  enum Admission {
    /// Start working on it.
    case start(Item)
    /// Nothing: it waits for ``FlowLimiter/finish()``.
    case wait
    /// Nothing: it waits, in place of this one, which is dropped.
    case waitInstead(of: Item)
  }

  private var isBusy = false
  private var waiting: Item?

  /// Items that were dropped.
  private(set) var droppedCount = 0

  /// Offers an item.
  mutating func offer(_ item: Item) -> Admission {
    guard isBusy else {
      isBusy = true
      return .start(item)
    }
    guard let old = waiting.replace(with: item) else { return .wait }
    droppedCount += 1
    return .waitInstead(of: old)
  }

  /// Takes note that the work in flight is done, and gives the item to work on next; nil where none waits.
  mutating func finish() -> Item? {
    let next = waiting.take()
    isBusy = next != nil
    return next
  }
}

extension FlowLimiter: Sendable where Item: Sendable {}

extension Optional {
  /// Puts a value in, and gives back what was there.
  fileprivate mutating func replace(with value: Wrapped) -> Wrapped? {
    let old = self
    self = value
    return old
  }
}
