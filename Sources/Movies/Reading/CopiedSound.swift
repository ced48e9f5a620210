package import OpenCaptureMediaSamples

/// The sound of a movie on its way into another: as it is where that takes it, else decoded and encoded anew.
///
/// Used by one thread at a time.
package final class CopiedSound: @unchecked Sendable {
  /// For the muxer.
  let track: MovieMuxer.Track
  /// How it is encoded in the other movie.
  package let codec: AudioCodecType
  /// FFmpeg's name of what encodes it anew; nil where it is as it was.
  package let encoder: String?
  /// Why there is no more of it, or not all is right; nil where nothing was wrong.
  package private(set) var damage: MovieError?

  /// Gives some packets more; nil behind the last.
  private var next: (() throws(MovieError) -> [EncodedPacket]?)?
  private var waiting: ArraySlice<EncodedPacket> = []

  /// Prepares the sound of a movie.
  ///
  /// - Parameters:
  ///   - movie: Whose; nobody else is disturbed.
  ///   - container: What it is to be written to.
  ///   - start: Which time of the movie is the other's beginning.
  ///   - name: What errors call the other.
  /// - Returns: nil where there is none.
  /// - Throws: ``MovieError`` where it can't be read, or neither copied nor encoded.
  package init?(
    of movie: MovieReader, for container: MovieContainer, from start: MediaTime, name: String
  ) throws(MovieError) {
    if let sound = movie.info.unreadSound {
      throw MovieError.unread(sound: sound.codec, sound.code, subject: movie.name)
    }
    guard let source = movie.soundSource else { return nil }
    let packets = try SoundDecoder(source, keepsPackets: true)
    let format = try packets.format()
    guard !format.fits(container) else {
      (track, codec) = (MovieMuxer.Track(format: format, timeBase: packets.timeBase), packets.info.codec)
      encoder = nil
      let ticks = packets.timeBase.ticks(atOrBefore: start)
      var last = Int64.min
      next = { () throws(MovieError) in
        while let packet = try packets.nextPacket(earlierBy: ticks) {
          // Muxers refuse times that step back.
          guard packet.time >= last else { continue }
          last = packet.time
          // What is over before the beginning isn't heard, but for the one without which the first can't be decoded.
          if packet.time >= 0 || packet.time + 2 * packet.duration > 0 { return [packet] }
        }
        if let damage = packets.damage { throw damage }
        return nil
      }
      return
    }
    let reader = try AudioReader(source)
    guard let first = try reader.nextSample(), let sound = first.audioBuffer else { return nil }
    let plan = try container.soundPlan(AudioWritingOptions(), name: name)
    var new = try SoundTrack(sound.format, plan, name: name)
    new.start = start
    (track, codec, encoder) = (new.muxed, new.encoder.codec, new.encoder.name)
    var (pending, hasEnded): (SampleBuffer?, Bool) = (first, false)
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

  /// What begins before a time of the other movie, and wasn't given yet.
  ///
  /// - Parameter time: nil for all.
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

  /// nil behind the last, and behind what can't be read.
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
