import OpenCaptureSession

/// The newest frames, held as they are: no copies, and few of the camera's buffers.
struct RecentFrames: Sendable {
  /// A frame, and what matters of it.
  struct Entry: Sendable {
    let sample: SampleBuffer
    let frame: PhotoFrame
    let time: WallTime
  }

  /// How many are held: the newest at the call, the one before, and one that is on its way out.
  static let capacity = 3

  /// A place for each; they are filled one after the other, so that a frame takes nothing from the heap.
  private var places = [Entry?](repeating: nil, count: capacity)
  /// Where the oldest one is, which is the next to go.
  private var oldest = 0

  /// The oldest first.
  var entries: [Entry] { (places[oldest...] + places[..<oldest]).compactMap(\.self) }

  /// What matters of them, the oldest first.
  var frames: [PhotoFrame] { entries.map(\.frame) }

  /// Takes a frame in; what has to go for it is given back, to be let go of outside of any lock.
  mutating func add(_ entry: Entry) -> Entry? {
    var place: Entry? = entry
    swap(&places[oldest], &place)
    oldest = (oldest + 1) % Self.capacity
    return place
  }

  /// Holds nothing any more; what was held is given back.
  mutating func removeAll() -> [Entry] {
    defer { self = RecentFrames() }
    return entries
  }
}
