/// Which frames wait for a consumer and which are dropped: a state machine without threads, locks or time.
///
/// Of fixed size: with ``Capacity/newest`` one frame waits at most, and a newer one takes its place.
struct FrameQueue<Item> {
  /// How many frames may wait.
  enum Capacity: Sendable, Hashable {
    /// The newest alone.
    case newest
    /// So many, and none that comes while they wait.
    case bounded(Int)
  }

  /// What became of a frame that was offered.
  enum Admission {
    /// It waits.
    case accepted
    /// It waits in place of this one, which is dropped.
    case replaced(Item)
    /// There is no room.
    case refused
  }

  let capacity: Capacity
  private var ring: [Item?]
  private var head = 0
  private(set) var count = 0

  init(_ capacity: Capacity) {
    self.capacity = capacity
    switch capacity {
    case .newest: ring = [nil]
    case .bounded(let limit): ring = Array(repeating: nil, count: max(1, limit))
    }
  }

  /// Whether the next frame would be refused.
  var isFull: Bool { capacity != .newest && count == ring.count }

  /// Offers a frame.
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

  /// The frame that waits longest; nil where none does.
  mutating func take() -> Item? {
    guard count > 0 else { return nil }
    let item = ring[head].take()
    head = (head + 1) % ring.count
    count -= 1
    return item
  }

  /// Takes all frames out for which `isUnwanted`, and gives them back to be let go of outside of any lock.
  mutating func remove(where isUnwanted: (Item) -> Bool) -> [Item] {
    var (removed, kept): ([Item], [Item]) = ([], [])
    while let item = take() {
      if isUnwanted(item) { removed.append(item) } else { kept.append(item) }
    }
    for item in kept { _ = offer(item) }
    return removed
  }
}

extension FrameQueue: Sendable where Item: Sendable {}

/// Reports that wait for a consumer: at most so many; those that don't fit are added to the last of their kind.
struct DropReports<Origin> {
  static var limit: Int { 64 }

  private var reports: [(frame: DroppedFrame, origin: Origin)] = []

  init() { reports.reserveCapacity(Self.limit) }

  var isEmpty: Bool { reports.isEmpty }

  /// Adds a report.
  mutating func append(_ frame: DroppedFrame, from origin: Origin) {
    let isFull = reports.count >= Self.limit
    if isFull, let index = reports.lastIndex(where: { $0.frame.reason == frame.reason }) {
      reports[index].frame.count += frame.count
    } else {
      // There are three reasons, so that at most two more than the limit are kept.
      reports.append((frame, origin))
    }
  }

  /// The oldest report; nil where there is none.
  mutating func take() -> (frame: DroppedFrame, origin: Origin)? {
    reports.isEmpty ? nil : reports.removeFirst()
  }
}

extension DropReports: Sendable where Origin: Sendable {}
