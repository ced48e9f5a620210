import OpenCaptureSystem

/// Which frame a viewer gets next: few are under way at a time, and of those that wait, the newest.
///
/// What it drew, the viewer says; so neither its connection nor its own queue fills with what is old by the time that it
/// is seen, however slow either is.
package struct ViewerFlow<Frame> {
  /// How many frames are under way at most: one that is drawn, and one on its way meanwhile.
  static var limit: Int { 2 }

  /// The numbers of those that were sent and not drawn yet.
  private var underWay: [UInt64] = []
  private var waiting: (frame: Frame, number: UInt64)?
  /// The newest that the system has taken to send.
  private var lastTaken: UInt64?
  /// How many it didn't get, because there were newer ones.
  private(set) var skippedCount = 0
  /// Whether it wants none for now, and doesn't count as one who looks.
  private(set) var isPaused = false

  package init() {}

  /// Whether it has yet to say of a frame that it drew it.
  var isAwaiting: Bool { !underWay.isEmpty }

  /// Takes the newest frame.
  ///
  /// - Returns: What is to be sent now; nil for nothing.
  package mutating func offer(_ frame: Frame, number: UInt64) -> Frame? {
    guard !isPaused else { return nil }
    if waiting != nil { skippedCount += 1 }
    waiting = (frame, number)
    return next()
  }

  /// Takes note that the system took a frame to send, and so those before it: from now on it can have been drawn.
  package mutating func didSend(_ number: UInt64) { lastTaken = max(lastTaken ?? 0, number) }

  /// Takes note that a frame was drawn, and so those before it.
  ///
  /// - Returns: What is to be sent now; nil for nothing.
  /// - Throws: ``LivePageError`` where no such frame was sent: who says so reads nothing, and would have all frames wait in
  ///   the server.
  package mutating func acknowledge(_ number: UInt64) throws(LivePageError) -> Frame? {
    guard let lastTaken, number <= lastTaken else {
      throw LivePageError(.notUnderstood, subject: "frame \(number)", reason: "it was drawn before it was sent")
    }
    underWay.removeAll { $0 <= number }
    return next()
  }

  /// Takes note of whether it wants frames.
  package mutating func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { waiting = nil }
  }

  private mutating func next() -> Frame? {
    guard underWay.count < Self.limit, let (frame, number) = waiting.take() else { return nil }
    underWay.append(number)
    return frame
  }
}
