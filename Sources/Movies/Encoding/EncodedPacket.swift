import COpenCaptureFFmpeg
import OpenCaptureMediaSamples

/// A picture or some sound, encoded; nobody changes it any more.
package final class EncodedPacket: @unchecked Sendable {
  let packet: OpaquePointer
  private let info: cffmpeg_packet_info

  /// Takes over a packet of FFmpeg's.
  init(_ packet: OpaquePointer) { (self.packet, info) = (packet, cffmpeg_packet_describe(packet)) }

  /// Takes the next packet of a reader's as it is, but so many ticks earlier; nil at the end.
  convenience init?(nextOf reader: OpaquePointer, earlierBy ticks: Int64 = 0, name: String) throws(MovieError) {
    var (next, failure): (OpaquePointer?, cffmpeg_failure) = (nil, cffmpeg_failure())
    let step = cffmpeg_reader_next_packet(reader, &next, &failure)
    guard step != CFFMPEG_AT_END else { return nil }
    guard step == CFFMPEG_HAS_FRAME, let packet = next else {
      throw MovieError(failure, subject: name, refused: .cannotRead)
    }
    let info = cffmpeg_packet_describe(packet)
    let (time, decodeTime) = (info.time == .min ? info.decode_time : info.time, info.decode_time)
    if time != .min {
      cffmpeg_packet_set_time(
        packet, time &- ticks, (decodeTime == .min ? time : decodeTime) &- ticks, info.duration)
    }
    self.init(packet)
  }

  deinit { cffmpeg_packet_release(packet) }

  /// Copies a picture.
  ///
  /// - Parameters:
  ///   - data: The encoded picture.
  ///   - isKey: Whether it can be decoded without others.
  ///   - time: When it is shown, in ticks of its track.
  ///   - duration: How long, in ticks; 0 where nobody knows.
  ///   - name: What errors call the movie.
  /// - Throws: ``MovieError`` where there is no memory.
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

  /// The bytes, which stay where they are.
  var data: DataBuffer {
    get throws(MediaError) {
      let bytes = UnsafeMutableRawBufferPointer(
        mutating: UnsafeRawBufferPointer(start: info.bytes, count: byteCount))
      return try DataBuffer(wrapping: bytes) { _ = self }
    }
  }

  /// How many bytes it has.
  package var byteCount: Int { Int(info.byte_count) }
  /// When it is shown or heard, in ticks of its track.
  package var time: Int64 { info.time }
  /// How long, in ticks; 0 where nobody knows.
  package var duration: Int64 { info.duration }
}
