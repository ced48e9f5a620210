/// Frames that wait for what is found out about them later.
struct WaitingFrames: Sendable {
  /// A ring, so that none of those that stay is moved.
  private var ring: [Frame] = []
  private var oldest = 0

  /// How many can wait.
  let capacity: Int

  /// Makes a place for so many frames.
  init(capacity: Int) {
    self.capacity = capacity
    ring.reserveCapacity(capacity)
  }

  /// The frames in presentation order.
  var frames: [Frame] { Array(ring[oldest...] + ring[..<oldest]) }

  /// Lets a frame wait, and gives the one whose turn it is; nil as long as there is room.
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

  /// Adds what was found out late to its frame; false where that doesn't wait here.
  mutating func join(_ late: LateObject) -> Bool {
    guard late.framesAgo >= 1, late.framesAgo <= ring.count else { return false }
    ring[(oldest + ring.count - late.framesAgo) % ring.count].metadataObjects.append(late.object)
    return true
  }

  /// Changes each of them, in presentation order.
  mutating func update(_ body: (inout Frame) -> Void) {
    for place in ring.indices { body(&ring[(oldest + place) % ring.count]) }
  }

  /// Gives all of them, at the end of the stream.
  mutating func takeAll() -> WaitingFrames {
    defer { self = WaitingFrames(capacity: capacity) }
    return self
  }
}
