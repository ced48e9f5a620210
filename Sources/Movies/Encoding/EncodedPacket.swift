import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples

/// A picture or some sound, encoded; nobody changes it any more.
package final class EncodedPacket: @unchecked Sendable {
  let packet: OpaquePointer
  private let info: cffmpeg_packet_info

  /// Takes over a packet of FFmpeg's.
  init(_ packet: OpaquePointer) { (self.packet, info) = (packet, cffmpeg_packet_describe(packet)) }

  /// Takes over a packet of FFmpeg's that has a time, and moves it.
  convenience init(_ packet: OpaquePointer, earlierBy ticks: Int64) {
    let info = cffmpeg_packet_describe(packet)
    let (time, decodeTime) = (info.time == .min ? info.decode_time : info.time, info.decode_time)
    if time != .min {
      cffmpeg_packet_set_time(
        packet, time &- ticks, (decodeTime == .min ? time : decodeTime) &- ticks, info.duration)
    }
    self.init(packet)
  }

  deinit { cffmpeg_packet_release(packet) }

  /// How many bytes it has.
  package var byteCount: Int { Int(info.byte_count) }
  /// When it is shown or heard, in ticks of its track.
  package var time: Int64 { info.time }
  /// How long, in ticks; 0 where nobody knows.
  package var duration: Int64 { info.duration }
}
