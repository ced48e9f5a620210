import OpenCaptureFlow
import OpenCaptureMediaSamples

/// Sound that waits to be played: a state machine without threads, locks or time.
///
/// Where it grows too long, because the speaker's clock is slower than the microphone's or it wasn't there, the oldest is
/// left out until half of it is left, so that what is heard stays fresh.
struct PlayoutQueue: Sendable {
  /// Sound, and the way that it came.
  struct Item: Sendable {
    let sample: SampleBuffer
    let connection: CaptureConnection
  }

  /// How much waits at most: a fifth of a second.
  static let limit = MediaTime(value: 1, timescale: 5)

  private var items: [Item] = []
  private var duration = MediaTime.zero
  /// Sample buffers that were left out.
  private(set) var droppedCount = 0

  var isEmpty: Bool { items.isEmpty }

  /// Whether what is offered next pushes something out.
  var isFull: Bool { duration >= Self.limit }

  /// Adds sound behind the rest, and gives back what is left out for it, to be let go of outside of any lock.
  mutating func offer(_ item: Item) -> [Item] {
    items.append(item)
    duration = duration + item.sample.duration
    var removed: [Item] = []
    guard duration > Self.limit else { return removed }
    while items.count > 1, duration * 2 > Self.limit, let oldest = take() { removed.append(oldest) }
    droppedCount += removed.count
    return removed
  }

  /// The oldest; nil where nothing waits.
  mutating func take() -> Item? {
    guard !items.isEmpty else { return nil }
    let item = items.removeFirst()
    duration = items.isEmpty ? .zero : duration - item.sample.duration
    return item
  }

  /// Takes everything out that came through these connections; all, where that is nil.
  mutating func remove(from connections: [CaptureConnection]? = nil) -> [Item] {
    let (gone, kept) = items.reduce(into: ([Item](), [Item]())) { parts, item in
      let isGone = connections.map { $0.contains { $0 === item.connection } } ?? true
      if isGone { parts.0.append(item) } else { parts.1.append(item) }
    }
    items = kept
    duration = kept.reduce(.zero) { $0 + $1.sample.duration }
    return gone
  }
}
