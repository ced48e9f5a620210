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

  /// The oldest first.
  private(set) var entries: [Entry] = []

  /// What matters of them, the oldest first.
  var frames: [PhotoFrame] { entries.map(\.frame) }

  /// Takes a frame in; what has to go for it is given back, to be let go of outside of any lock.
  mutating func add(_ entry: Entry) -> Entry? {
    entries.append(entry)
    return entries.count > Self.capacity ? entries.removeFirst() : nil
  }

  /// Holds nothing any more; what was held is given back.
  mutating func removeAll() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}
