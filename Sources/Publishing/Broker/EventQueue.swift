/// A queue of events for the broker, in memory while the broker accepts them and in a file otherwise.
///
/// After a broken connection, the client resends unconfirmed events by itself; the queue sends nothing new before
/// that, to preserve the order. The queue also keeps unconfirmed events, so that they can move to the file. For use
/// by one thread; times are in seconds.
struct EventQueue {
  /// The maximum number of unconfirmed events.
  static let window = 20
  /// The maximum size of events in memory without a file, in bytes.
  static let memoryLimit = 4 << 20
  /// The size in memory above which events move to the file even with a connection, in bytes.
  static let spillLimit = 256 << 10
  /// The time for the broker to confirm an event, in seconds.
  static let confirmationTimeout = 3.0

  private struct UnconfirmedEvent {
    let number: Int
    let event: OutgoingMessage
    let since: Double
    /// The sequence number in the file; nil for an event in memory only.
    var sequence: UInt64?
    var isConfirmed = false
    /// Whether the connection broke after the event was sent.
    var isResent = false
  }

  private var ring: EventRing?
  private var memory: [OutgoingMessage] = []
  private var memoryCount = 0
  private var unconfirmed: [UnconfirmedEvent] = []
  /// Whether new events go to the file.
  private(set) var usesFile: Bool
  /// The sequence number of the next event in the file to send.
  private var cursor: UInt64 = 0
  /// The number of events lost for lack of space.
  private(set) var lostCount = 0

  init(_ ring: EventRing?) {
    self.ring = ring
    usesFile = ring.map { !$0.isEmpty } ?? false
  }

  /// The number of events that the broker has not confirmed.
  var count: Int {
    memory.count + (usesFile ? ring?.count ?? 0 : 0) + unconfirmed.count { $0.sequence == nil && !$0.isConfirmed }
  }

  var isEmpty: Bool { count == 0 }

  // MARK: Adding

  mutating func add(_ event: OutgoingMessage) {
    if usesFile, storeInFile(event) != nil { return }
    memory.append(event)
    memoryCount += event.byteCount
    if memoryCount > Self.spillLimit { spill() }
    while memoryCount > Self.memoryLimit {
      memoryCount -= memory.removeFirst().byteCount
      lostCount += 1
    }
  }

  /// Moves events from memory to the file, for an unavailable broker or at the end.
  mutating func spill() {
    guard ring != nil, !usesFile else { return }
    usesFile = true
    for index in unconfirmed.indices {
      unconfirmed[index].sequence = storeInFile(unconfirmed[index].event)
      if let sequence = unconfirmed[index].sequence { cursor = sequence + 1 }
    }
    let waiting = memory
    memory = []
    memoryCount = 0
    for (index, event) in waiting.enumerated() where storeInFile(event) == nil {
      // On a full or broken disk, the remaining events stay in memory.
      memory = Array(waiting[index...])
      memoryCount = memory.reduce(0) { $0 + $1.byteCount }
      break
    }
  }

  /// Whether the broker has exceeded the confirmation timeout at a given time.
  func isStuck(at time: Double) -> Bool {
    unconfirmed.contains { !$0.isConfirmed && time - $0.since > Self.confirmationTimeout }
  }

  private mutating func storeInFile(_ event: OutgoingMessage) -> UInt64? {
    guard let (sequence, lost) = try? ring?.append(topic: event.topic, payload: event.payload) else { return nil }
    lostCount += lost
    return sequence
  }

  // MARK: Sending

  /// Returns the next event to send; nil for an empty queue or enough unconfirmed events.
  mutating func next() -> OutgoingMessage? {
    guard unconfirmed.count < Self.window, !unconfirmed.contains(where: { $0.isResent && !$0.isConfirmed }) else {
      return nil
    }
    while usesFile, let ring, let sequence = ring.first(from: cursor) {
      if let record = ring.record(sequence) {
        return OutgoingMessage(.event, topic: record.topic, payload: record.payload)
      }
      // The record was damaged after it was written.
      lostCount += 1
      cursor = sequence + 1
    }
    return memory.first
  }

  /// Records that the connection broke.
  mutating func markForResend() { for index in unconfirmed.indices { unconfirmed[index].isResent = true } }

  /// Records that the event ``next()`` was sent at a given time under a number.
  mutating func markSent(as number: Int, at time: Double) {
    guard let event = next() else { return }
    let sequence = takeNext()
    unconfirmed.append(UnconfirmedEvent(number: number, event: event, since: time, sequence: sequence))
  }

  /// Removes the event ``next()``, which can never be sent.
  mutating func discardNext() {
    guard let event = next() else { return }
    lostCount += 1
    let sequence = takeNext()
    unconfirmed.append(UnconfirmedEvent(number: -1, event: event, since: 0, sequence: sequence, isConfirmed: true))
    removeConfirmed()
  }

  /// Removes the next unsent event, and returns its sequence number in the file; nil for an event in memory.
  private mutating func takeNext() -> UInt64? {
    if usesFile, let sequence = ring?.first(from: cursor) {
      cursor = sequence + 1
      return sequence
    }
    memoryCount -= memory.removeFirst().byteCount
    return nil
  }

  /// Records that the broker confirmed a message; returns false for a number that is not an event's.
  mutating func confirmDelivery(_ number: Int) -> Bool {
    guard let index = unconfirmed.firstIndex(where: { $0.number == number && !$0.isConfirmed }) else {
      return false
    }
    unconfirmed[index].isConfirmed = true
    removeConfirmed()
    return true
  }

  /// Removes confirmed events, up to the first unconfirmed one, because the file stores a single boundary.
  private mutating func removeConfirmed() {
    while let first = unconfirmed.first, first.isConfirmed {
      unconfirmed.removeFirst()
      guard let sequence = first.sequence else { continue }
      try? ring?.remove(through: sequence)
      if ring?.isEmpty ?? true { usesFile = false }
    }
  }

  func synchronize() { ring?.synchronize() }

  /// Closes the file, so that another process can open it; no event may be added afterwards.
  mutating func close() {
    ring?.synchronize()
    ring = nil
  }
}
