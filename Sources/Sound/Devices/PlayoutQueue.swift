import OpenCaptureFlow
import OpenCaptureMediaSamples

/// A queue of sound waiting for playback, without threads, locks or clocks.
///
/// The queue becomes too long if the speaker's clock is slower than the microphone's or the speaker was not available.
/// Then the oldest sound is dropped until half of the limit is left, which keeps the latency low.
struct PlayoutQueue: Sendable {
  /// A sample buffer with its connection.
  struct Item: Sendable {
    let sample: SampleBuffer
    let connection: CaptureConnection
  }

  /// The maximum duration of the waiting sound: a fifth of a second.
  static let limit = MediaTime(value: 1, timescale: 5)

  private var items: [Item] = []
  private var duration = MediaTime.zero
  /// The number of dropped sample buffers.
  private(set) var droppedCount = 0

  var isEmpty: Bool { items.isEmpty }

  /// Whether the next offered sound causes a drop.
  var isFull: Bool { duration >= Self.limit }

  /// Appends sound and returns the dropped items, which the caller must release outside of any lock.
  mutating func enqueue(_ item: Item) -> [Item] {
    items.append(item)
    duration = duration + item.sample.duration
    var removed: [Item] = []
    guard duration > Self.limit else { return removed }
    while items.count > 1, duration * 2 > Self.limit, let oldest = take() { removed.append(oldest) }
    droppedCount += removed.count
    return removed
  }

  /// Removes and returns the oldest item, or nil if the queue is empty.
  mutating func take() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    duration = items.isEmpty ? .zero : duration - item.sample.duration
    return item
  }

  /// Removes and returns the items of the given connections, or all items if `connections` is nil.
  mutating func remove(from connections: [CaptureConnection]? = nil) -> [Item] {
    var removed: [Item] = []
    var kept: [Item] = []
    for item in items {
      let isRemoved = connections.map { $0.contains { $0 === item.connection } } ?? true
      if isRemoved { removed.append(item) } else { kept.append(item) }
    }
    items = kept
    duration = kept.reduce(.zero) { $0 + $1.sample.duration }
    return removed
  }
}
