import OpenCaptureSystem

/// What waits for the broker, in order: in memory as long as the broker takes it, in a file otherwise.
///
/// What was handed over and not taken yet, the client sends again by itself where the connection broke in between; nothing is
/// handed over before it has done so, since the order would be another one else. It is kept here nevertheless, so that it
/// gets into the file. For one thread, without a clock: times are in seconds.
struct EventQueue {
  /// How many are with the broker at most that it hasn't taken.
  static let window = 20
  /// How much of them is in memory at most, in bytes, where there is no file.
  static let memoryLimit = 4 << 20
  /// From how much on they go to the file, in bytes, though the broker is there.
  static let spillLimit = 256 << 10
  /// For how many seconds the broker may have one without taking it.
  static let patience = 3.0

  private struct Flying {
    let number: Int
    let event: OutgoingMessage
    let since: Double
    /// Where it is in the file, if it is.
    var sequence: UInt64?
    var isTaken = false
    /// Whether the connection broke since.
    var isSentAgain = false
  }

  private var ring: EventRing?
  private var memory: [OutgoingMessage] = []
  private var memoryCount = 0
  private var flying: [Flying] = []
  /// Whether new ones go to the file.
  private(set) var isFiling: Bool
  /// The next of the file to be handed over.
  private var cursor: UInt64 = 0
  /// How many were lost, because there was no room.
  private(set) var lostCount = 0
  /// Why the file can't be written; nil where it can.
  private(set) var failure: SystemError?

  init(_ ring: EventRing?) {
    self.ring = ring
    isFiling = ring.map { !$0.isEmpty } ?? false
  }

  /// How many wait for the broker to take them.
  var count: Int {
    memory.count + (isFiling ? ring?.count ?? 0 : 0) + flying.count { $0.sequence == nil && !$0.isTaken }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { count == 0 }

  // MARK: In

  mutating func add(_ event: OutgoingMessage) {
    if isFiling, file(event) != nil { return }
    memory.append(event)
    memoryCount += event.byteCount
    if memoryCount > Self.spillLimit { spill() }
    while memoryCount > Self.memoryLimit {
      memoryCount -= memory.removeFirst().byteCount
      lostCount += 1
    }
  }

  /// Puts into the file what isn't there yet: the broker is away, or this is the end.
  mutating func spill() {
    guard ring != nil, !isFiling else { return }
    isFiling = true
    for index in flying.indices {
      flying[index].sequence = file(flying[index].event)
      if let sequence = flying[index].sequence { cursor = sequence + 1 }
    }
    let waiting = memory
    (memory, memoryCount) = ([], 0)
    for (index, event) in waiting.enumerated() where file(event) == nil {
      // The disk is full, or broken: the rest stays in memory.
      memory = Array(waiting[index...])
      memoryCount = memory.reduce(0) { $0 + $1.byteCount }
      break
    }
  }

  /// Whether the broker has had one for too long, at a time.
  func isStuck(at time: Double) -> Bool { flying.contains { !$0.isTaken && time - $0.since > Self.patience } }

  private mutating func file(_ event: OutgoingMessage) -> UInt64? {
    guard let ring else { return nil }
    do throws(SystemError) {
      let (sequence, lost) = try ring.append(topic: event.topic, payload: event.payload)
      (lostCount, failure) = (lostCount + lost, nil)
      return sequence
    } catch {
      failure = error
      return nil
    }
  }

  // MARK: Out

  /// The next to hand over; nil where nothing waits, or enough is on its way.
  mutating func next() -> OutgoingMessage? {
    guard flying.count < Self.window, !flying.contains(where: { $0.isSentAgain && !$0.isTaken }) else { return nil }
    while isFiling, let ring, let sequence = ring.first(from: cursor) {
      if let record = ring.record(sequence) {
        return OutgoingMessage(.event, topic: record.topic, payload: record.payload)
      }
      // Damaged since it was written.
      lostCount += 1
      cursor = sequence + 1
    }
    return memory.first
  }

  /// Takes note that the connection broke.
  mutating func sendAgain() { for index in flying.indices { flying[index].isSentAgain = true } }

  /// Takes note that the one that was ``next()`` was handed over, at a time, under a number.
  mutating func handOver(as number: Int, at time: Double) {
    guard let event = next() else { return }
    let sequence = takeNext()
    flying.append(Flying(number: number, event: event, since: time, sequence: sequence))
  }

  /// Takes note that the one that was ``next()`` can't be sent at all.
  mutating func discardNext() {
    guard let event = next() else { return }
    lostCount += 1
    flying.append(Flying(number: -1, event: event, since: 0, sequence: takeNext(), isTaken: true))
    removeTaken()
  }

  /// - Returns: Where it is in the file, if it is.
  private mutating func takeNext() -> UInt64? {
    if isFiling, let sequence = ring?.first(from: cursor) {
      cursor = sequence + 1
      return sequence
    }
    memoryCount -= memory.removeFirst().byteCount
    return nil
  }

  /// Takes note that the broker has the one of this number; false where it is none of these.
  mutating func taken(_ number: Int) -> Bool {
    guard let index = flying.firstIndex(where: { $0.number == number && !$0.isTaken }) else { return false }
    flying[index].isTaken = true
    removeTaken()
    return true
  }

  /// Lets go of what is taken; what is behind one that isn't yet stays in the file, which knows but one border.
  private mutating func removeTaken() {
    while let first = flying.first, first.isTaken {
      flying.removeFirst()
      if let sequence = first.sequence { remove(through: sequence) }
    }
  }

  private mutating func remove(through sequence: UInt64) {
    do throws(SystemError) { try ring?.remove(through: sequence) } catch { failure = error }
    if ring?.isEmpty ?? true { isFiling = false }
  }

  /// Has the disk take what is in the file.
  func synchronize() { ring?.synchronize() }

  /// Lets go of the file, so that another process can have it; nothing more is added.
  mutating func close() {
    ring?.synchronize()
    ring = nil
  }
}
