import OpenCaptureMediaSamples
import OpenCaptureSystem

/// The state of a route: its targets, stall reports and frame counts, without threads, locks or time.
struct RouteState: Lockable, Sendable {
  /// A connection that samples of a port leave by.
  struct Target: Sendable {
    let port: CaptureInputPort
    let connection: CaptureConnection
    let output: any CaptureOutput

    /// Creates a target, or nil if the connection has no port or its output was deallocated.
    init?(_ connection: CaptureConnection) {
      guard let port = connection.inputPorts.first, let output = connection.output else { return nil }
      self.port = port
      self.connection = connection
      self.output = output
    }
  }

  /// The progress of the stream.
  enum Phase: Sendable {
    /// The stream has started. The route has no targets yet.
    case waiting
    /// The route passes samples to these targets.
    case open([Target])
    /// The source ended on its own, and the end was reported. These targets still process samples.
    case ended([Target])
    /// The route was closed.
    case closed
  }

  private(set) var phase = Phase.waiting
  /// Whether a stall has been reported.
  private var isStalled: Bool
  private var gaps: [(port: CaptureInputPort, counter: GapCounter)] = []

  /// Creates a route that waits for its targets.
  ///
  /// - Parameter isStalled: Whether a stall of the previous stream has been reported.
  init(isStalled: Bool) { self.isStalled = isStalled }

  /// The targets of the samples; empty before the route opens and after it closes.
  var targets: [Target] {
    switch phase {
    case .open(let targets), .ended(let targets): targets
    case .waiting, .closed: []
    }
  }

  /// Whether a source that can wait must wait for targets.
  var isWaiting: Bool {
    switch phase {
    case .waiting: true
    case .open(let targets): targets.isEmpty
    case .ended, .closed: false
    }
  }

  /// The targets of a new sample, the number of frames missing before it, and whether it ends a reported stall.
  typealias Arrival = (targets: [Target], lostCount: Int, endsStall: Bool)

  mutating func receive(_ sample: SampleBuffer, through port: CaptureInputPort) -> Arrival {
    (targets, countLost(before: sample.sequenceNumber, at: port), clearStall())
  }

  private mutating func countLost(before number: UInt64?, at port: CaptureInputPort) -> Int {
    guard let number else { return 0 }
    let index = gaps.firstIndex { $0.port === port } ?? gaps.count
    if index == gaps.count { gaps.append((port, GapCounter())) }
    let lost = gaps[index].counter.countLost(before: number)
    // Frames before the route opens have no receiver, so they do not count as lost.
    if case .open = phase { return lost }
    return 0
  }

  /// Clears the stall and returns whether one had been reported.
  mutating func clearStall() -> Bool {
    defer { isStalled = false }
    return isStalled
  }

  /// Records that a stall is reported.
  mutating func stall() { isStalled = true }

  /// Replaces the targets and returns the previous ones, which the caller releases outside of any lock.
  mutating func open(to targets: [Target]) -> [Target] {
    let old = self.targets
    switch phase {
    case .waiting where targets.isEmpty, .closed: break
    case .waiting, .open: phase = .open(targets)
    case .ended: phase = .ended(targets)
    }
    return old
  }

  /// Records that the source ended on its own, and returns whether the end was unknown before.
  mutating func end() -> Bool {
    switch phase {
    case .waiting:
      phase = .ended([])
      return true
    case .open(let targets):
      phase = .ended(targets)
      return true
    case .ended, .closed: return false
    }
  }

  /// Closes the route and returns its targets; see ``open(to:)``.
  mutating func close() -> [Target] {
    defer { phase = .closed }
    return targets
  }
}

/// A counter of missing frame numbers.
struct GapCounter: Sendable {
  private var last: UInt64?

  /// Returns the number of frames missing before the given number; a lower number restarts the count.
  mutating func countLost(before number: UInt64) -> Int {
    defer { last = number }
    guard let last, number > last else { return 0 }
    return Int(clamping: number - last - 1)
  }
}
