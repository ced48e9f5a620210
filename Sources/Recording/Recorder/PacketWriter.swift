import OpenCaptureMovies
import OpenCaptureSystem

/// A writer of packets to a file with its own thread, so that a slow disk does not delay the encoder.
final class PacketWriter: Sendable {
  private struct State: Lockable {
    var waiting: [(packet: EncodedPacket, track: Int)] = []
    var waitingBytes = 0
    var isFinishing = false
    /// The result of writing the file, or nil while it is written.
    var outcome: Result<Void, MovieError>?
    /// The maximum size of the file in bytes, including waiting packets and the overhead of the container.
    var byteCount = PacketWriter.headerByteCount
  }

  /// The maximum number of waiting bytes, after which the encoding thread waits.
  private static let maximumWaitingBytes = 32 << 20
  /// The maximum size of a container's header and trailer, in bytes.
  static let headerByteCount = 8_192
  /// The maximum overhead of a container per packet in its fragment and index, in bytes.
  static let packetOverheadByteCount = 64

  private let state = Monitor(State())
  private let muxer: MovieMuxer

  /// Starts a writer, which calls `onFailure` once on its thread if writing fails.
  init(_ muxer: MovieMuxer, name: String, onFailure: @escaping @Sendable (MovieError) -> Void) throws(MovieError) {
    self.muxer = muxer
    guard NamedThread(name: "movie writer", { [self] in run(onFailure) }) != nil else {
      throw MovieError(.outOfMemory, subject: name, reason: "cannot create a thread")
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
        state.waiting = []
        state.waitingBytes = 0
        state.outcome = .failure(error)
      }
      onFailure(error)
    }
  }

  /// Waits for packets and returns all that are waiting, or nil at the end.
  private func take() -> [(packet: EncodedPacket, track: Int)]? {
    let packets = state.wait { $0.waiting.isEmpty && !$0.isFinishing ? nil : $0.waiting } ?? []
    guard !packets.isEmpty else { return nil }
    state.update { state in
      state.waiting.removeFirst(packets.count)
      state.waitingBytes -= packets.reduce(0) { $0 + $1.packet.byteCount }
    }
    return packets
  }

  /// The maximum size of the file in bytes, including waiting packets.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Enqueues packets in decoding order, and waits while the queue is full.
  ///
  /// - Returns: False if a packet did not fit into the file; it and the following ones are not written.
  func write(_ packets: [EncodedPacket], track: Int, limit: Int) -> Bool {
    for packet in packets {
      _ = state.wait { $0.outcome != nil || $0.waitingBytes < Self.maximumWaitingBytes ? true : nil }
      let isWithin = state.update { state in
        let byteCount = state.byteCount + packet.byteCount + Self.packetOverheadByteCount
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

  /// Completes the file and waits for that.
  func finish() throws(MovieError) {
    state.update { $0.isFinishing = true }
    try state.wait { $0.outcome }?.get()
  }
}
