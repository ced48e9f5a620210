/// The number of samples that may wait for a busy consumer.
public enum SampleCapacity: Sendable, Hashable {
  /// Only the newest sample waits. It replaces the one that waited before.
  case newest
  /// The given number of samples may wait, at least 1. Samples that arrive while the queue is full are dropped.
  case bounded(Int)
}

/// A queue of fixed size that decides which samples wait and which are dropped, without threads, locks or time.
struct SampleQueue<Item> {
  /// The result of offering a sample.
  enum Admission {
    /// The sample is queued.
    case accepted
    /// The sample is queued in place of this one, which is dropped.
    case replaced(Item)
    /// The queue is full.
    case refused
  }

  let capacity: SampleCapacity
  private var ring: [Item?]
  private var head = 0
  private(set) var count = 0

  init(_ capacity: SampleCapacity) {
    self.capacity = capacity
    switch capacity {
    case .newest: ring = [nil]
    case .bounded(let limit): ring = Array(repeating: nil, count: max(1, limit))
    }
  }

  /// Whether the next sample would be refused.
  var isFull: Bool { capacity != .newest && count == ring.count }

  /// Queues a sample if possible.
  mutating func offer(_ item: Item) -> Admission {
    if count < ring.count {
      ring[(head + count) % ring.count] = item
      count += 1
      return .accepted
    }
    guard capacity == .newest, let old = ring[0] else { return .refused }
    ring[0] = item
    return .replaced(old)
  }

  /// Removes and returns the oldest sample, or nil if the queue is empty.
  mutating func take() -> Item? {
    guard count > 0 else { return nil }
    let item = ring[head].take()
    head = (head + 1) % ring.count
    count -= 1
    return item
  }

  /// Removes and returns the samples that satisfy the predicate, which the caller releases outside of any lock.
  mutating func remove(where shouldRemove: (Item) -> Bool) -> [Item] {
    var removed: [Item] = []
    var kept: [Item] = []
    while let item = take() {
      if shouldRemove(item) { removed.append(item) } else { kept.append(item) }
    }
    for item in kept { _ = offer(item) }
    return removed
  }
}

extension SampleQueue: Sendable where Item: Sendable {}
