import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Where what comes from a source goes, and what is told of it: a state machine without threads, locks or time.
struct RouteState: Lockable, Sendable {
  /// A connection that samples of a port leave by.
  struct Target: Sendable {
    let port: CaptureInputPort
    let connection: CaptureConnection
    let output: any CaptureOutput

    /// nil for a connection from nowhere, or whose output is gone.
    init?(_ connection: CaptureConnection) {
      guard let port = connection.inputPorts.first, let output = connection.output else { return nil }
      (self.port, self.connection, self.output) = (port, connection, output)
    }
  }

  /// How far the stream is.
  enum Phase: Sendable {
    /// It begins; nobody takes anything yet.
    case waiting
    /// It leads to these.
    case open([Target])
    /// The source ended by itself, which was told; what leads to these waits for its end.
    case over([Target])
    /// It was ended.
    case closed
  }

  private(set) var phase = Phase.waiting
  /// Whether it was told that nothing comes.
  private var isStalled: Bool
  private var gaps: [(port: CaptureInputPort, counter: GapCounter)] = []

  /// Begins.
  ///
  /// - Parameter isStalled: Whether the stream before this one was told to deliver nothing.
  init(isStalled: Bool) { self.isStalled = isStalled }

  /// Who takes what comes; nobody before it is open, nor once it is closed.
  var targets: [Target] {
    switch phase {
    case .open(let targets), .over(let targets): targets
    case .waiting, .closed: []
    }
  }

  /// Whether a source that can wait waits for somebody to take its samples.
  var isWaiting: Bool {
    switch phase {
    case .waiting: true
    case .open(let targets): targets.isEmpty
    case .over, .closed: false
    }
  }

  /// What is to be done with a sample.
  struct Arrival {
    let targets: [Target]
    /// How many numbers are missing in the source's count before it.
    let lostCount: Int
    /// Whether nothing had come for a while, which was told.
    let endsStall: Bool
  }

  mutating func receive(_ sample: SampleBuffer, through port: CaptureInputPort) -> Arrival {
    Arrival(
      targets: targets, lostCount: countLost(before: sample.sequenceNumber, at: port), endsStall: takeStall())
  }

  private mutating func countLost(before number: UInt64?, at port: CaptureInputPort) -> Int {
    guard let number else { return 0 }
    let index = gaps.firstIndex { $0.port === port } ?? gaps.count
    if index == gaps.count { gaps.append((port, GapCounter())) }
    let lost = gaps[index].counter.countLost(before: number)
    // Before the route is open nobody misses anything.
    if case .open = phase { return lost }
    return 0
  }

  /// Whether it was told that nothing comes, which is over now.
  mutating func takeStall() -> Bool {
    defer { isStalled = false }
    return isStalled
  }

  /// Takes note that it is told that nothing comes.
  mutating func stall() { isStalled = true }

  /// Lets samples pass to these connections, and no longer to others; whoever took them before is given back, to be let
  /// go of outside of any lock.
  mutating func open(to targets: [Target]) -> [Target] {
    let old = self.targets
    switch phase {
    case .waiting where targets.isEmpty, .closed: break
    case .waiting, .open: phase = .open(targets)
    case .over: phase = .over(targets)
    }
    return old
  }

  /// Takes note that the source ended by itself; whether that is news.
  mutating func end() -> Bool {
    switch phase {
    case .waiting:
      phase = .over([])
      return true
    case .open(let targets):
      phase = .over(targets)
      return true
    case .over, .closed: return false
    }
  }

  /// Ends it; see ``open(to:)``.
  mutating func close() -> [Target] {
    defer { phase = .closed }
    return targets
  }
}

/// Finds gaps in a source's count of frames.
struct GapCounter: Sendable {
  private var last: UInt64?

  /// How many numbers are missing before this one; a count that goes back begins anew.
  mutating func countLost(before number: UInt64) -> Int {
    defer { last = number }
    guard let last, number > last else { return 0 }
    return Int(clamping: number - last - 1)
  }
}
