import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// Encodes sound of one format, from its first frame on without a gap.
///
/// Used by one thread at a time.
package final class SoundEncoder: @unchecked Sendable {
  /// How it is encoded.
  package let codec: AudioCodecType
  /// FFmpeg's name of what encodes it.
  package let name: String
  /// What is encoded.
  package let format: EncodedFormat
  /// Frames per second of what is encoded: what times are counted in.
  package let sampleRate: Int
  private let encoder: Encoder
  /// nil where what comes is what is encoded.
  private let resampler: AudioResampler?
  /// What comes.
  private let source: AudioFormat
  /// How many frames were sent.
  private var frameCount: Int64 = 0

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - source: What comes.
  ///   - plan: What it may become.
  ///   - name: What errors call it.
  /// - Throws: ``MovieError`` with ``MovieError/Code/noEncoder`` where there is none.
  package init(
    _ source: AudioFormat, _ plan: SoundEncoderPlan, name: String
  ) throws(MovieError) {
    let (choices, options) = (plan.choices, plan.options)
    let rate = choices[0].codec.sampleRate(nearest: options.sampleRate ?? source.sampleRate)
    let most = choices[0].codec.mostChannels
    let channels = min(options.channelCount ?? source.channelCount, most)
    var (encoding, failure) = (cffmpeg_sound_encoding(), cffmpeg_failure())
    var words = CStrings()
    defer { extendLifetime(words) }
    let bridged = choices.map { choice in
      cffmpeg_sound_choice(
        name: words.add(choice.name), options: words.add(choice.options),
        samples: choice.samples.map { words.add($0) } ?? nil)
    }
    let mask = channels == source.channelCount ? source.channelLayout?.rawValue ?? 0 : 0
    let opened = bridged.withUnsafeBufferPointer { choices in
      var options = cffmpeg_sound_options(
        choices: choices.baseAddress, choice_count: Int32(choices.count), sample_rate: Int32(rate),
        channel_count: Int32(channels), channel_mask: mask,
        bit_rate: Int64(options.bitRate ?? 32_000 + 48_000 * channels), wants_header: plan.wantsHeader)
      return cffmpeg_sound_encoder_open(&options, &encoding, &failure)
    }
    guard let opened else { throw Encoder.error(opening: choices.map(\.name), for: name, failure) }
    encoder = Encoder(opened, name: name)
    (codec, self.name) = (choices[Int(encoding.choice)].codec, choices[Int(encoding.choice)].name)
    let stored = AudioFormat(
      ffmpegName: encoding.samples, sampleRate: rate, channelCount: channels, channelMask: mask)
    guard let stored else {
      throw MovieError(.noEncoder, subject: name, reason: "\(self.name) takes samples that aren't known here")
    }
    resampler =
      stored == source
      ? nil
      : try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: source, to: stored, name: name)
      }
    self.source = source
    (sampleRate, format) = (rate, try encoder.format())
  }

  /// Encodes what comes next.
  ///
  /// - Returns: What is encoded by now.
  ///
  /// - Throws: ``MovieError`` with ``MovieError/Code/invalidFrame`` where it isn't in the format that was said.
  package func encode(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] {
    guard buffer.format == source else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "sound of \(buffer.format) can't follow that of \(source)")
    }
    // What is stored as it is stays so.
    let sound = codec == .linearPCM ? buffer : try MovieError.of(name, buffer.withoutWrongNumbers)
    guard let resampler else { return try send(sound) }
    let converted = try MovieError.of(name) { () throws(MediaError) in try resampler.convert(sound) }
    return try converted.map { (converted) throws(MovieError) in try send(converted) } ?? []
  }

  private func send(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] {
    var (packets, taken): ([EncodedPacket], Int) = ([], 0)
    while taken < buffer.frameCount {
      let rest: AudioBuffer
      do throws(MediaError) { rest = try buffer.frames(taken..<buffer.frameCount) } catch {
        throw MovieError(error, subject: name)
      }
      var count: Int32 = 0
      packets += try encoder.packets { (encoder, failure) in
        count = rest.withBridged(time: frameCount) { cffmpeg_encoder_send_sound(encoder, &$0, &failure) }
        return count > 0
      }
      taken += Int(count)
      frameCount += Int64(count)
    }
    return packets
  }

  /// What is left, once there is no more sound.
  package func finish() throws(MovieError) -> [EncodedPacket] {
    let rest = try MovieError.of(name) { () throws(MediaError) in try resampler?.finish() }
    let packets = try rest.map { (rest) throws(MovieError) in try send(rest) } ?? []
    return packets + (try encoder.finish())
  }
}
