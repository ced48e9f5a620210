import COpenCaptureFFmpeg
import OpenCaptureSystem

/// An FFmpeg encoder, closed on deallocation, for one thread at a time.
final class Encoder: @unchecked Sendable {
  let encoder: OpaquePointer
  private let name: String

  /// Takes ownership of an open encoder.
  init(_ encoder: OpaquePointer, name: String) {
    self.encoder = encoder
    self.name = name
  }

  deinit { cffmpeg_encoder_close(encoder) }

  /// Returns the encoding format of the output.
  func format() throws(MovieError) -> EncodedFormat {
    var failure = cffmpeg_failure()
    guard let parameters = cffmpeg_encoder_format(encoder, &failure) else { throw error(failure) }
    return EncodedFormat(parameters)
  }

  /// Calls a function that sends data to the encoder, and returns the completed packets.
  ///
  /// - Parameter deadline: The monotonic time in nanoseconds at which to stop receiving packets; nil for none.
  func packets(
    until deadline: UInt64? = nil, after send: (OpaquePointer, inout cffmpeg_failure) -> Bool
  ) throws(MovieError) -> [EncodedPacket] {
    var failure = cffmpeg_failure()
    guard send(encoder, &failure) else { throw error(failure) }
    var packets: [EncodedPacket] = []
    while true {
      var packet: OpaquePointer?
      switch (cffmpeg_encoder_receive(encoder, &packet, &failure), packet) {
      case (CFFMPEG_HAS_FRAME, let packet?): packets.append(EncodedPacket(packet))
      case (CFFMPEG_AT_END, _): return packets
      default: throw error(failure)
      }
      if let deadline, MonotonicClock.now() >= deadline { return packets }
    }
  }

  /// Flushes the encoder and returns the remaining packets; after the deadline, at most one.
  func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    try packets(until: deadline) { cffmpeg_encoder_finish($0, &$1) }
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: name, refused: .cannotWrite, system: .cannotWrite)
  }

  /// Returns the error for a list of encoders none of which could be opened.
  static func error(opening names: [String], for name: String, _ failure: cffmpeg_failure) -> MovieError {
    let error = MovieError(failure, subject: name, refused: .noEncoder, system: .cannotWrite)
    guard error.code == .noEncoder || error.code == .unsupportedCodec else { return error }
    let words = error.code == .noEncoder ? " (\(error.reason))" : ""
    return MovieError(
      .noEncoder, subject: name, reason: "no encoder available, tried \(names.joined(separator: ", "))\(words)",
      hint: "install an FFmpeg with one of these encoders, or choose another codec")
  }
}
