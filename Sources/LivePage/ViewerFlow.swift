import FoundationEssentials
import OpenCaptureSystem

/// The flow control of a viewer: few frames are in flight, and only the newest frame waits.
///
/// The viewer acknowledges each drawn frame. Slow connections and slow viewers therefore never build up a queue of
/// outdated frames.
package struct ViewerFlow<Frame> {
  /// The maximum number of frames in flight: one being drawn, and one being sent.
  static var limit: Int { 2 }

  /// The numbers of frames sent but not drawn yet.
  private var inFlight: [UInt64] = []
  private var waiting: (frame: Frame, number: UInt64)?
  /// The number of the newest frame accepted by the system.
  private var lastSent: UInt64?
  /// The number of frames skipped in favour of newer ones.
  private(set) var skippedCount = 0
  /// Whether the viewer is paused and does not count as watching.
  private(set) var isPaused = false

  package init() {}

  /// Whether a sent frame has not been acknowledged.
  var isAwaiting: Bool { !inFlight.isEmpty }

  /// Adds the newest frame, and returns the frame to send now.
  package mutating func offer(_ frame: Frame, number: UInt64) -> Frame? {
    guard !isPaused else { return nil }
    if waiting != nil { skippedCount += 1 }
    waiting = (frame, number)
    return next()
  }

  /// Records that the system accepted a frame and all earlier ones; from now on they can be acknowledged.
  package mutating func didSend(_ number: UInt64) { lastSent = max(lastSent ?? 0, number) }

  /// Records that the viewer drew a frame and all earlier ones, and returns the frame to send now.
  ///
  /// Throws for a frame that was not sent, because acknowledging unsent frames could fill the server's memory.
  package mutating func acknowledge(_ number: UInt64) throws(LivePageError) -> Frame? {
    guard let lastSent, number <= lastSent else {
      throw LivePageError(.invalidMessage, subject: "frame \(number)", reason: "acknowledged before it was sent")
    }
    inFlight.removeAll { $0 <= number }
    return next()
  }

  package mutating func setPaused(_ isPaused: Bool) {
    self.isPaused = isPaused
    if isPaused { waiting = nil }
  }

  private mutating func next() -> Frame? {
    guard inFlight.count < Self.limit, let (frame, number) = waiting.take() else { return nil }
    inFlight.append(number)
    return frame
  }
}

/// A message from a page: a JSON object with one member.
package enum ViewerMessage: Sendable, Hashable {
  /// The token, as the first message.
  case token(String)
  /// The acknowledgement of a drawn frame and all earlier ones.
  case drawn(UInt64)
  /// Whether the page is hidden.
  case hidden(Bool)

  private struct Members: Decodable {
    let token: String?
    let drawn: UInt64?
    let hidden: Bool?
  }

  /// The maximum length of a message, in bytes.
  static let longest = 256

  /// Parses a message.
  package init(_ bytes: [UInt8]) throws(LivePageError) {
    let members = bytes.count <= Self.longest ? try? JSONDecoder().decode(Members.self, from: Data(bytes)) : nil
    switch (members?.token, members?.drawn, members?.hidden) {
    case (let token?, nil, nil): self = .token(token)
    case (nil, let number?, nil): self = .drawn(number)
    case (nil, nil, let hidden?): self = .hidden(hidden)
    default: throw LivePageError(.invalidMessage, subject: "message", reason: "unknown message")
    }
  }
}
