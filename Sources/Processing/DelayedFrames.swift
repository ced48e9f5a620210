/// Frames that wait for objects detected later.
struct DelayedFrames: Sendable {
  /// A ring buffer, so that waiting frames are not moved.
  private var ring: [Frame] = []
  private var oldest = 0

  /// The largest number of waiting frames.
  let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    ring.reserveCapacity(capacity)
  }

  /// The frames in presentation order.
  var frames: [Frame] { Array(ring[oldest...] + ring[..<oldest]) }

  /// Adds a frame and returns the oldest one; nil until the buffer is full.
  mutating func exchange(_ frame: consuming Frame) -> Frame? {
    guard ring.count == capacity else {
      ring.append(frame)
      return nil
    }
    guard capacity > 0 else { return frame }
    swap(&ring[oldest], &frame)
    oldest = (oldest + 1) % capacity
    return frame
  }

  /// Adds a late object to its frame; returns false if that frame is not waiting.
  mutating func join(_ late: LateObject) -> Bool {
    guard late.framesAgo >= 1, late.framesAgo <= ring.count else { return false }
    ring[(oldest + ring.count - late.framesAgo) % ring.count].metadataObjects.append(late.object)
    return true
  }

  /// Updates all frames in presentation order.
  mutating func update(_ body: (inout Frame) -> Void) {
    for place in ring.indices { body(&ring[(oldest + place) % ring.count]) }
  }

  /// Removes and returns all frames at the end of the stream.
  mutating func takeAll() -> DelayedFrames {
    defer { self = DelayedFrames(capacity: capacity) }
    return self
  }
}
