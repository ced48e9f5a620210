import COpenCaptureSound

/// A converter of sound between formats with the same sample rate (`AVAudioConverter`).
///
/// Changes the sample type, the number of channels, and the interleaving. Integers change their width by shifting,
/// rounded to nearest when narrowed. Full scale of floating-point samples is 1; louder samples are clipped when
/// converted to integers. An equal number of channels is kept, and mono is copied to all channels. Several channels
/// are mixed to one or two according to ITU-R BS.775.
///
/// The results use a pool that grows with the number of frames, so that in steady state nothing is allocated.
public struct AudioConverter: Sendable {
  /// The format of the source.
  public let inputFormat: AudioFormat
  /// The format of the result.
  public let outputFormat: AudioFormat
  private let mix: AudioMix
  /// The source channel of each output channel; nil for a mix.
  private let copies: [Int?]
  private var pool: AudioBufferPool?
  /// The accumulator for mixed channels; empty if there are none.
  private var sum: [Float] = []

  /// Makes a converter.
  ///
  /// - Throws: ``MediaError`` with `MediaError.Code.unsupportedAudioConversion` if the sample rates differ.
  public init(from inputFormat: AudioFormat, to outputFormat: AudioFormat) throws(MediaError) {
    guard inputFormat.sampleRate == outputFormat.sampleRate else {
      throw MediaError(
        .unsupportedAudioConversion, subject: "\(inputFormat)",
        reason: "this converter cannot change the sample rate to \(outputFormat.sampleRate) Hz")
    }
    self.inputFormat = inputFormat
    self.outputFormat = outputFormat
    mix = AudioMix(from: inputFormat, to: outputFormat)
    copies = (0..<outputFormat.channelCount).map(mix.source)
  }

  /// Returns the frames of a buffer in the output format, or the buffer itself if the formats are equal.
  ///
  /// - Throws: ``MediaError`` if the buffer's format is not ``inputFormat``, or if memory runs out.
  public mutating func convert(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer {
    guard buffer.format == inputFormat else {
      throw MediaError(
        .differentAudioFormat, subject: "\(buffer.format)", reason: "the converter's input format is \(inputFormat)"
      )
    }
    if inputFormat == outputFormat { return buffer }
    let count = buffer.frameCount
    var result = try room(for: count)
    try result.setFrameCount(count)
    defer { withExtendedLifetime((buffer.memory, result.memory)) {} }
    for channel in 0..<outputFormat.channelCount {
      let target = result.target(ofChannel: channel)
      if let only = copies[channel] {
        csound_convert(buffer.source(ofChannel: only), target, count)
      } else {
        add(mix.weights[channel], of: buffer, to: target)
      }
    }
    return result
  }

  private mutating func room(for frames: Int) throws(MediaError) -> AudioBuffer {
    if let pool, pool.frameCapacity >= frames { return try pool.makeBuffer() }
    let pool = try AudioBufferPool(
      format: outputFormat, frameCapacity: max(1, frames), maximumBufferCount: 16, whenExhausted: .allocates)
    self.pool = pool
    return try pool.makeBuffer()
  }

  private mutating func add(_ weights: [Float], of buffer: AudioBuffer, to target: csound_target) {
    let count = buffer.frameCount
    if sum.count < count { sum = Array(repeating: 0, count: count) }
    sum.withUnsafeMutableBufferPointer { sum in
      guard let base = sum.baseAddress else { return }
      sum.update(repeating: 0)
      for (channel, weight) in weights.enumerated() where weight != 0 {
        csound_add(buffer.source(ofChannel: channel), base, count, weight)
      }
      csound_convert(csound_source(samples: base, format: CSOUND_FLOAT32, stride: 1), target, count)
    }
  }
}

extension AudioMix {
  /// Returns the source channel that an output channel copies; nil for a mix or a scaled channel.
  fileprivate func source(of channel: Int) -> Int? {
    let parts = weights[channel].indices.filter { weights[channel][$0] != 0 }
    return parts.count == 1 && weights[channel][parts[0]] == 1 ? parts[0] : nil
  }
}
