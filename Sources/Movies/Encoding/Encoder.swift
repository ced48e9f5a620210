import COpenCaptureFFmpeg
import OpenCaptureSystem

/// An encoder of FFmpeg's, closed with the last use of it.
///
/// Used by one thread at a time.
final class Encoder: @unchecked Sendable {
  let encoder: OpaquePointer
  private let name: String

  /// Takes over an encoder that is open.
  init(_ encoder: OpaquePointer, name: String) { (self.encoder, self.name) = (encoder, name) }

  deinit { cffmpeg_encoder_close(encoder) }

  /// How what it gives is encoded.
  func format() throws(MovieError) -> EncodedFormat {
    var failure = cffmpeg_failure()
    guard let parameters = cffmpeg_encoder_format(encoder, &failure) else { throw error(failure) }
    return EncodedFormat(parameters)
  }

  /// Calls a function that sends something; what is ready then.
  ///
  /// - Parameter deadline: When no more is asked for than there is by then, in nanoseconds; nil for never.
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

  /// What is left, once there is nothing more.
  ///
  /// - Parameter deadline: When what isn't encoded by then is let go of, but for one packet, in nanoseconds; nil for never.
  func finish(until deadline: UInt64? = nil) throws(MovieError) -> [EncodedPacket] {
    try packets(until: deadline) { cffmpeg_encoder_finish($0, &$1) }
  }

  private func error(_ failure: cffmpeg_failure) -> MovieError {
    MovieError(failure, subject: name, refused: .cannotWrite, system: .cannotWrite)
  }

  /// The error of an encoder that couldn't be opened, none of those that were tried.
  static func error(opening names: [String], for name: String, _ failure: cffmpeg_failure) -> MovieError {
    let error = MovieError(failure, subject: name, refused: .noEncoder, system: .cannotWrite)
    guard error.code == .noEncoder || error.code == .unsupportedCodec else { return error }
    let words = error.code == .noEncoder ? " (\(error.reason))" : ""
    return MovieError(
      .noEncoder, subject: name,
      reason: "none of these encoders can be had for it: \(names.joined(separator: ", "))\(words)",
      remedy: "install an FFmpeg that has one, or ask for another codec")
  }
}
