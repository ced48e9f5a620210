import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureResampling

/// An encoder of continuous audio in one format, for one thread at a time.
package final class AudioEncoder: @unchecked Sendable {
  /// The codec of the packets.
  package let codec: AudioCodecType
  /// FFmpeg's name of the encoder.
  package let name: String
  /// The format of the packets.
  package let format: EncodedFormat
  /// The sample rate of the encoded audio in Hz, which is also the timescale of the packets.
  package let sampleRate: Int
  private let encoder: Encoder
  /// The converter to the encoder's format; nil if none is necessary.
  private let resampler: AudioResampler?
  /// The format of the input.
  private let source: AudioFormat
  /// The number of frames sent to the encoder.
  private var frameCount: Int64 = 0

  /// Opens an encoder for input in a format.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.noEncoder` if no encoder is available.
  package init(_ source: AudioFormat, _ plan: AudioEncoderPlan, name: String) throws(MovieError) {
    let choices = plan.choices
    let options = plan.options
    let rate = choices[0].codec.sampleRate(nearest: options.sampleRate ?? source.sampleRate)
    // MP3 mixes more channels down.
    let most = choices[0].codec == .mpegLayer3 ? 2 : 8
    let channels = min(options.channelCount ?? source.channelCount, most)
    var encoding = cffmpeg_sound_encoding()
    var failure = cffmpeg_failure()
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
        bit_rate: Int64(options.bitRate ?? 32_000 + 48_000 * channels), uses_global_header: plan.usesGlobalHeader)
      return cffmpeg_sound_encoder_open(&options, &encoding, &failure)
    }
    guard let opened else { throw Encoder.error(opening: choices.map(\.name), for: name, failure) }
    encoder = Encoder(opened, name: name)
    let choice = choices[Int(encoding.choice)]
    codec = choice.codec
    self.name = choice.name
    let stored = AudioFormat(
      ffmpegName: encoding.samples, sampleRate: rate, channelCount: channels, channelMask: mask)
    guard let stored else {
      throw MovieError(.noEncoder, subject: name, reason: "\(self.name) requires an unsupported sample format")
    }
    resampler =
      stored == source
      ? nil
      : try MovieError.of(name) { () throws(MediaError) in
        try AudioResampler(from: source, to: stored, name: name)
      }
    self.source = source
    sampleRate = rate
    format = try encoder.format()
  }

  /// Encodes the next audio and returns the completed packets.
  ///
  /// - Throws: ``MovieError`` with `MovieError.Code.invalidFrame` if the audio has another format.
  package func encode(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] {
    guard buffer.format == source else {
      throw MovieError(
        .invalidFrame, subject: name, reason: "the format changed from \(source) to \(buffer.format)")
    }
    // Uncompressed audio is stored unchanged, including NaN and infinity.
    let sound = codec == .linearPCM ? buffer : try MovieError.of(name, buffer.replacingInvalidSamples)
    guard let resampler else { return try send(sound) }
    let converted = try MovieError.of(name) { () throws(MediaError) in try resampler.convert(sound) }
    return try converted.map { (converted) throws(MovieError) in try send(converted) } ?? []
  }

  private func send(_ buffer: AudioBuffer) throws(MovieError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    var taken = 0
    while taken < buffer.frameCount {
      let rest = try MovieError.of(name) { () throws(MediaError) in try buffer.frames(taken..<buffer.frameCount) }
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

  /// Returns the remaining packets after the last audio.
  package func finish() throws(MovieError) -> [EncodedPacket] {
    let rest = try MovieError.of(name) { () throws(MediaError) in try resampler?.finish() }
    let packets = try rest.map { (rest) throws(MovieError) in try send(rest) } ?? []
    return packets + (try encoder.finish())
  }
}

extension AudioBuffer {
  /// Calls a closure with all frames of the buffer, for the C bridge.
  func withBridged<Result>(time: Int64 = 0, _ body: (inout cffmpeg_sound) -> Result) -> Result {
    withUnsafePlanes { planes in
      var sound = cffmpeg_sound()
      sound.frame_count = Int32(frameCount)
      sound.plane_count = Int32(format.planeCount)
      sound.bytes_per_frame = Int32(format.bytesPerFrame)
      sound.time = time
      withUnsafeMutableBytes(of: &sound.planes) { pointers in
        let pointers = pointers.bindMemory(to: UnsafePointer<UInt8>?.self)
        for (index, plane) in planes.enumerated() { pointers[index] = plane.assumingMemoryBound(to: UInt8.self) }
      }
      return body(&sound)
    }
  }
}
