package import OpenCaptureMediaSamples

/// The audio of a movie for another movie: copied if the container supports the codec, or else re-encoded.
package final class CopiedAudio: @unchecked Sendable {
  let track: MovieMuxer.Track
  /// The codec in the new movie.
  package let codec: AudioCodecType
  /// FFmpeg's name of the encoder; nil for copied packets.
  package let encoder: String?
  /// The error that ended the audio early; nil if none.
  package private(set) var damage: MovieError?

  /// Returns the next packets; nil after the last.
  private var next: (() throws(MovieError) -> [EncodedPacket]?)?
  private var waiting: ArraySlice<EncodedPacket> = []

  /// Opens the audio of a movie, whose reading position does not change; nil if the movie has none.
  ///
  /// - Parameter start: The source time of the new movie's beginning.
  /// - Throws: ``MovieError`` if the audio cannot be read, or neither copied nor encoded.
  package init?(
    of movie: MovieReader, for container: MovieContainer, from start: MediaTime, name: String
  ) throws(MovieError) {
    if let sound = movie.info.unreadableAudio {
      throw MovieError.unread(sound: sound.codec, sound.code, subject: movie.name)
    }
    guard let source = movie.audioSource else { return nil }
    let packets = try AudioDecoder(source, keepsPackets: true)
    let format = try packets.format()
    guard !format.fits(container) else {
      track = MovieMuxer.Track(format: format, timeBase: packets.timeBase)
      codec = packets.info.codec
      encoder = nil
      let ticks = packets.timeBase.ticks(atOrBefore: start)
      var last = Int64.min
      next = { () throws(MovieError) in
        while let packet = try packets.nextPacket(earlierBy: ticks) {
          // Muxers reject decreasing times.
          guard packet.time >= last else { continue }
          last = packet.time
          // Skip packets that end before the beginning, but keep the one that the first packet depends on.
          if packet.time >= 0 || packet.time + 2 * packet.duration > 0 { return [packet] }
        }
        if let damage = packets.damage { throw damage }
        return nil
      }
      return
    }
    let reader = try AudioReader(source)
    guard let first = try reader.nextSample(), let sound = first.audioBuffer else { return nil }
    let plan = try container.audioEncoderPlan(AudioWritingOptions(), name: name)
    var new = try AudioTrackEncoder(sound.format, plan, name: name)
    new.start = start
    track = new.muxed
    codec = new.encoder.codec
    encoder = new.encoder.name
    var pending: SampleBuffer? = first
    var hasEnded = false
    next = { () throws(MovieError) in
      if let sample = pending {
        pending = try reader.nextSample()
        return try new.encode(sample)
      }
      guard !hasEnded else { return nil }
      hasEnded = true
      return try new.finish()
    }
  }

  /// Returns the packets before a time of the new movie that were not returned yet; nil for all packets.
  package func packets(before time: MediaTime?) -> [EncodedPacket] {
    let end = time.map { track.timeBase.ticks(atOrBefore: $0) } ?? .max
    var packets: [EncodedPacket] = []
    while true {
      if let packet = waiting.first {
        guard packet.time < end else { return packets }
        packets.append(packet)
        waiting.removeFirst()
      } else if let more = take() {
        waiting = more[...]
      } else {
        return packets
      }
    }
  }

  /// Returns the next packets; nil after the last packet, or after an error.
  private func take() -> [EncodedPacket]? {
    do throws(MovieError) {
      if let packets = try next?() { return packets }
    } catch {
      damage = error
    }
    next = nil
    return nil
  }
}
