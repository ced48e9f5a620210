import OpenCaptureMovies
import OpenCaptureSystem

/// Writes packets to a file on a thread of its own, so that a slow disk holds up nobody but itself.
final class PacketWriter: Sendable {
  private struct State: Lockable {
    var waiting: [(packet: EncodedPacket, track: Int)] = []
    var waitingBytes = 0
    var isFinishing = false
    /// What became of the file; nil while it is written.
    var outcome: Result<Void, MovieError>?
    /// How many bytes the file has, or will have with what waits, and what containers put around it.
    var byteCount = PacketWriter.headerByteCount
  }

  /// More than this doesn't wait: who encodes does then.
  private static let mostWaitingBytes = 32 << 20
  /// What a container's header and end take at the most.
  static let headerByteCount = 8_192
  /// What a container says of each packet, at the most: its place, size and times, in its fragment and its index.
  static let byteCountAPacket = 64

  private let state = Monitor(State())
  private let muxer: MovieMuxer

  /// Begins to write.
  ///
  /// - Parameter onFailure: Called on the thread, once, where the file can't be written any further.
  /// - Throws: ``MovieError`` where the system gives no thread.
  init(_ muxer: MovieMuxer, name: String, onFailure: @escaping @Sendable (MovieError) -> Void) throws(MovieError) {
    self.muxer = muxer
    guard NamedThread(name: "movie writer", { [self] in run(onFailure) }) != nil else {
      throw MovieError(.outOfMemory, subject: name, reason: "the system gives no thread")
    }
  }

  private func run(_ onFailure: @Sendable (MovieError) -> Void) {
    do throws(MovieError) {
      while let packets = take() {
        for (packet, track) in packets { try muxer.write(packet, track: track) }
      }
      try muxer.finish()
      state.update { $0.outcome = .success(()) }
    } catch {
      muxer.abandon()
      state.update { state in
        (state.waiting, state.waitingBytes) = ([], 0)
        state.outcome = .failure(error)
      }
      onFailure(error)
    }
  }

  /// What waits; nil at the end.
  private func take() -> [(packet: EncodedPacket, track: Int)]? {
    state.wait { state -> [(packet: EncodedPacket, track: Int)]?? in
      if state.waiting.isEmpty { return state.isFinishing ? .some(nil) : nil }
      return state.waiting
    }.flatMap { packets in
      packets.map { packets in
        state.update { state in
          state.waiting.removeFirst(packets.count)
          state.waitingBytes -= packets.reduce(0) { $0 + $1.packet.byteCount }
        }
        return packets
      }
    }
  }

  /// How many bytes the file has at the most, with what waits.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Hands over packets, in the order in which they are decoded; waits where too much waits already.
  ///
  /// - Parameter limit: How many bytes the file may have.
  /// - Returns: Whether all were taken; those that the file has no room for aren't, nor are those behind them.
  func write(_ packets: [EncodedPacket], track: Int, limit: Int) -> Bool {
    for packet in packets {
      let isTaken = state.wait { state -> Bool? in
        if state.outcome != nil { return true }
        return state.waitingBytes < Self.mostWaitingBytes ? true : nil
      }
      guard isTaken == true else { return false }
      let isWithin = state.update { state in
        let byteCount = state.byteCount + packet.byteCount + Self.byteCountAPacket
        guard byteCount <= limit else { return false }
        guard state.outcome == nil else { return true }
        state.byteCount = byteCount
        state.waiting.append((packet, track))
        state.waitingBytes += packet.byteCount
        return true
      }
      if !isWithin { return false }
    }
    return true
  }

  /// Writes the end of the file, and waits for it.
  ///
  /// - Throws: ``MovieError`` where the file couldn't be written.
  func finish() throws(MovieError) {
    state.update { $0.isFinishing = true }
    try state.wait { $0.outcome }?.get()
  }
}
