import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// An immutable packet of encoded video or audio.
package final class EncodedPacket: @unchecked Sendable {
  let packet: OpaquePointer
  private let info: cffmpeg_packet_info

  /// Takes ownership of an FFmpeg packet.
  init(_ packet: OpaquePointer) {
    self.packet = packet
    info = cffmpeg_packet_describe(packet)
  }

  /// Reads the next packet of a reader and reduces its times by a number of ticks; nil at the end.
  convenience init?(nextOf reader: OpaquePointer, earlierBy ticks: Int64 = 0, name: String) throws(MovieError) {
    var next: OpaquePointer?
    var failure = cffmpeg_failure()
    let step = cffmpeg_reader_next_packet(reader, &next, &failure)
    guard step != CFFMPEG_AT_END else { return nil }
    guard step == CFFMPEG_HAS_FRAME, let packet = next else {
      throw MovieError(failure, subject: name, refused: .cannotRead)
    }
    let info = cffmpeg_packet_describe(packet)
    let decodeTime = info.decode_time
    let time = info.time == .min ? decodeTime : info.time
    if time != .min {
      cffmpeg_packet_set_time(
        packet, time &- ticks, (decodeTime == .min ? time : decodeTime) &- ticks, info.duration)
    }
    self.init(packet)
  }

  deinit { cffmpeg_packet_release(packet) }

  /// Copies an encoded frame, with its time and duration in ticks of the track.
  convenience init(
    copying data: DataBuffer, isKey: Bool, time: Int64, duration: Int64, name: String
  ) throws(MovieError) {
    var failure = cffmpeg_failure()
    let packet = data.withUnsafeBytes { bytes in
      cffmpeg_packet_copy(
        bytes.bindMemory(to: UInt8.self).baseAddress, Int32(clamping: bytes.count), isKey, &failure)
    }
    guard let packet else { throw MovieError(failure, subject: name, refused: .outOfMemory) }
    cffmpeg_packet_set_time(packet, time, time, duration)
    self.init(packet)
  }

  /// The bytes, which share the packet's memory.
  var data: DataBuffer {
    get throws(MediaError) {
      let bytes = UnsafeMutableRawBufferPointer(
        mutating: UnsafeRawBufferPointer(start: info.bytes, count: byteCount))
      return try DataBuffer(wrapping: bytes) { _ = self }
    }
  }

  package var byteCount: Int { Int(info.byte_count) }
  /// The presentation time in ticks of the track.
  package var time: Int64 { info.time }
  /// The duration in ticks; 0 if unknown.
  package var duration: Int64 { info.duration }
}

/// The encoding format of a track: codec, size or sample rate, and decoder parameters.
package final class EncodedFormat: @unchecked Sendable {
  let parameters: OpaquePointer

  /// Takes ownership of FFmpeg codec parameters, which must not change afterwards.
  init(_ parameters: OpaquePointer) { self.parameters = parameters }

  deinit { cffmpeg_format_release(parameters) }

  /// Copies the format of a reader's track.
  convenience init(of reader: OpaquePointer, name: String) throws(MovieError) {
    var failure = cffmpeg_failure()
    guard let parameters = cffmpeg_reader_format(reader, &failure) else {
      throw MovieError(failure, subject: name, refused: .outOfMemory)
    }
    self.init(parameters)
  }

  /// Creates the format of a camera's encoded frames.
  ///
  /// - Parameter codec: FFmpeg's name of the decoder, such as `mjpeg` for JPEG.
  convenience init(
    _ codec: String, of dimensions: VideoDimensions, parameters: [UInt8], name: String
  ) throws(MovieError) {
    var failure = cffmpeg_failure()
    let format = cffmpeg_video_format(
      codec, Int32(clamping: dimensions.width), Int32(clamping: dimensions.height), parameters,
      Int32(clamping: parameters.count), &failure)
    guard let format else { throw MovieError(failure, subject: name, refused: .unsupportedCodec) }
    self.init(format)
  }

  /// The decoder parameters (extradata); empty for none.
  var decoderParameters: [UInt8] {
    var count = Int32(0)
    let bytes = cffmpeg_format_parameters(parameters, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Whether a container supports the format.
  package func fits(_ container: MovieContainer) -> Bool {
    cffmpeg_container_supports(container.muxerName, parameters)
  }
}
