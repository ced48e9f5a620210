import COpenCaptureSound

/// Makes sound of one format sound of another of the same rate (`AVAudioConverter`): how samples are stored, how many
/// channels there are, and whether they lie side by side.
///
/// Integers become others of another width by shifting, with the nearest value where there is less room; full scale of
/// numbers with a floating point is 1, and what is louder is cut off where integers are asked for. As many channels stay
/// what they are, one becomes all that are asked for, and several are mixed into one or two as ITU-R BS.775 has it.
///
/// Buffers come from a pool that grows with the frames it is given, so that in steady state nothing is allocated.
public struct AudioConverter: Sendable {
  /// What goes in.
  public let inputFormat: AudioFormat
  /// What comes out.
  public let outputFormat: AudioFormat
  private let mix: AudioMix
  /// By channel that comes out, the one that it is a copy of; nil where it is a mix.
  private let copies: [Int?]
  private var pool: AudioBufferPool?
  /// Where channels are added up; empty where none are.
  private var sum: [Float] = []

  /// Makes a converter.
  ///
  /// - Throws: ``MediaError`` with ``MediaError/Code/unsupportedAudioConversion`` where the rates differ.
  public init(from inputFormat: AudioFormat, to outputFormat: AudioFormat) throws(MediaError) {
    guard inputFormat.sampleRate == outputFormat.sampleRate else {
      throw MediaError(
        .unsupportedAudioConversion, subject: "\(inputFormat)",
        reason: "its rate can't be changed to \(outputFormat.sampleRate) Hz here")
    }
    (self.inputFormat, self.outputFormat) = (inputFormat, outputFormat)
    mix = AudioMix(from: inputFormat, to: outputFormat)
    copies = (0..<outputFormat.channelCount).map(mix.source)
  }

  /// The frames of a buffer in the other format; the buffer itself where that is the same.
  ///
  /// - Throws: ``MediaError`` where the buffer has another format than ``inputFormat``, or there is no memory.
  public mutating func convert(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer {
    guard buffer.format == inputFormat else {
      throw MediaError(
        .differentAudioFormat, subject: "\(buffer.format)", reason: "the converter takes \(inputFormat)")
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
  /// The one channel that another is a copy of; nil where several go into it, or less than all of one.
  fileprivate func source(of channel: Int) -> Int? {
    let parts = weights[channel].indices.filter { weights[channel][$0] != 0 }
    return parts.count == 1 && weights[channel][parts[0]] == 1 ? parts[0] : nil
  }
}
