/// How many samples may wait for a consumer that is busy.
public enum SampleCapacity: Sendable, Hashable {
  /// The newest alone: it takes the place of the one that waits.
  case newest
  /// So many, 1 at least, and none that comes while they wait.
  case bounded(Int)
}

/// Which samples wait for a consumer and which are dropped: a state machine without threads, locks or time.
///
/// Of fixed size.
struct SampleQueue<Item> {
  /// What became of a sample that was offered.
  enum Admission {
    /// It waits.
    case accepted
    /// It waits in place of this one, which is dropped.
    case replaced(Item)
    /// There is no room.
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

  /// Offers a sample.
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

  /// The sample that waits longest; nil where none does.
  mutating func take() -> Item? {
    guard count > 0 else { return nil }
    let item = ring[head].take()
    head = (head + 1) % ring.count
    count -= 1
    return item
  }

  /// Takes all samples out for which `isUnwanted`, and gives them back to be let go of outside of any lock.
  mutating func remove(where isUnwanted: (Item) -> Bool) -> [Item] {
    var (removed, kept): ([Item], [Item]) = ([], [])
    while let item = take() {
      if isUnwanted(item) { removed.append(item) } else { kept.append(item) }
    }
    for item in kept { _ = offer(item) }
    return removed
  }
}

extension SampleQueue: Sendable where Item: Sendable {}
