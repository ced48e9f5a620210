package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A channel of a connection's audio, with its level and volume (`AVCaptureAudioChannel`).
///
///     let level = connection.audioChannels[0].averagePowerLevel
///
/// Levels include the ``volume``. Measuring starts when a level of the connection is first read, and costs nothing
/// before.
public final class CaptureAudioChannel: Sendable {
  /// The index of the channel in the connection, from 0.
  public let index: Int
  private weak let mixer: ConnectionAudioMixer?

  init(_ index: Int, of mixer: ConnectionAudioMixer) {
    self.index = index
    self.mixer = mixer
  }

  /// The RMS level of the last 0.3 s, in dBFS; −160 for silence or before any audio.
  ///
  /// A full-scale sine has −3.01 dBFS. The integration time is that of a VU meter (IEC 60268-17).
  public var averagePowerLevel: Float { (mixer?.levels(ofChannel: index) ?? .init()).average }

  /// The highest sample value of the last 1.5 s, in dBFS; −160 for silence or before any audio.
  public var peakHoldLevel: Float { (mixer?.levels(ofChannel: index) ?? .init()).peak }

  /// The factor applied to the samples, from 0 to 1; the default is 1, which leaves them unchanged.
  ///
  /// Values outside the range are clamped.
  public var volume: Float {
    get { mixer?.channel(index)?.volume ?? 1 }
    set { mixer?.change(index) { $0.volume = newValue > 0 ? min(newValue, 1) : 0 } }
  }

  /// Whether the channel is audible; the default is true.
  ///
  /// A disabled channel delivers silence of the same duration.
  public var isEnabled: Bool {
    get { mixer?.channel(index)?.isEnabled ?? true }
    set { mixer?.change(index) { $0.isEnabled = newValue } }
  }
}

/// The audio processing of a connection: a volume and a level meter for each channel.
package final class ConnectionAudioMixer: Sendable {
  fileprivate struct Channel: Sendable {
    let channel: CaptureAudioChannel
    var volume: Float = 1
    var isEnabled = true
    /// The level meter; nil until a level is read.
    var meter: AudioLevelMeter?

    var gain: Float { isEnabled ? volume : 0 }
  }

  private struct State: Lockable {
    var channels: [Channel] = []
    var isMetered = false
    var sampleRate = 0
    /// Whether a channel has a gain other than 1.
    var changesSound = false

    mutating func expect(channels count: Int, of mixer: ConnectionAudioMixer) {
      guard channels.count != count else { return }
      channels.removeLast(max(0, channels.count - count))
      for index in channels.count..<count {
        channels.append(Channel(channel: CaptureAudioChannel(index, of: mixer)))
      }
    }
  }

  /// The buffer pool for changed audio, which only the source's thread uses.
  private struct Buffers: Lockable {
    var pool: AudioBufferPool?
  }

  private let state = Locked(State())
  private let buffers = Locked(Buffers())

  package init() {}

  package var channels: [CaptureAudioChannel] { state.withLock { $0.channels.map(\.channel) } }

  /// Sets the number of channels.
  package func expect(channels count: Int) { state.withLock { $0.expect(channels: count, of: self) } }

  func levels(ofChannel index: Int) -> AudioLevelMeter.Levels {
    let meter = state.withLock { state in
      state.isMetered = true
      return state.channels.indices.contains(index) ? state.channels[index].meter : nil
    }
    return meter?.levels ?? AudioLevelMeter.Levels()
  }

  fileprivate func channel(_ index: Int) -> Channel? {
    state.withLock { $0.channels.indices.contains(index) ? $0.channels[index] : nil }
  }

  fileprivate func change(_ index: Int, _ body: (inout Channel) -> Void) {
    state.withLock { state in
      guard state.channels.indices.contains(index) else { return }
      body(&state.channels[index])
      state.changesSound = state.channels.contains { $0.gain != 1 }
    }
  }
}

// MARK: On the source's thread

extension ConnectionAudioMixer {
  /// Returns the sample with the volumes applied, or nil if memory is exhausted.
  package func pass(_ sample: SampleBuffer) -> SampleBuffer? {
    guard let buffer = sample.audioBuffer else { return sample }
    let (isMetered, changesSound) = state.withLock { state in
      state.expect(channels: buffer.format.channelCount, of: self)
      return (state.isMetered, state.changesSound)
    }
    guard changesSound else {
      if isMetered { measure(buffer) }
      return sample
    }
    guard let output = try? adjusted(buffer) else { return nil }
    if isMetered { measure(output) }
    return SampleBuffer(
      audioBuffer: output, presentationTimeStamp: sample.presentationTimeStamp,
      sequenceNumber: sample.sequenceNumber, attachments: sample.bufferAttachments)
  }

  /// Returns a copy of the audio with the channel volumes applied.
  private func adjusted(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer {
    var copy = try buffers.withLock { (buffers) throws(MediaError) in
      if let pool = buffers.pool, pool.format == buffer.format, pool.frameCapacity >= buffer.frameCount {
        return try pool.makeBuffer()
      }
      let pool = try AudioBufferPool(
        format: buffer.format, frameCapacity: max(1, buffer.frameCount), maximumBufferCount: 16,
        whenExhausted: .allocates)
      buffers.pool = pool
      return try pool.makeBuffer()
    }
    try copy.append(buffer)
    for channel in 0..<buffer.format.channelCount {
      let gain = self.channel(channel)?.gain ?? 1
      if gain != 1 { try copy.scale(channel: channel, by: gain) }
    }
    return copy
  }

  private func measure(_ buffer: AudioBuffer) {
    let rate = buffer.format.sampleRate
    let count = buffer.frameCount
    state.withLock { state in
      let isNew = state.sampleRate != rate
      state.sampleRate = rate
      for index in state.channels.indices {
        var meter = (isNew ? nil : state.channels[index].meter.take()) ?? AudioLevelMeter(sampleRate: rate)
        var start = 0
        while start < count {
          let end = min(count, start + meter.remainingFrameCount)
          meter.add(buffer.loudness(ofChannel: index, start..<end))
          start = end
        }
        state.channels[index].meter = meter
      }
    }
  }
}
