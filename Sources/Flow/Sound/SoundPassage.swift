package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What a connection does to the sound that passes it, and knows of it: volumes and levels, channel by channel.
package final class SoundPassage: Sendable {
  private struct Channel: Sendable {
    let channel: CaptureAudioChannel
    var volume: Float = 1
    var isEnabled = true
    /// Nil while nobody asks.
    var meter: AudioLevelMeter?

    var gain: Float { isEnabled ? volume : 0 }
  }

  private struct State: Lockable {
    var channels: [Channel] = []
    var isMetered = false
    var sampleRate = 0
    /// Whether a channel is to be heard otherwise than it comes.
    var changesSound = false
  }

  /// Where sound is put that is to be heard otherwise; the source's thread holds it while it works.
  private struct Room: Lockable {
    var pool: AudioBufferPool?
  }

  private let state = Locked(State())
  private let room = Locked(Room())

  package init() {}

  package var channels: [CaptureAudioChannel] { state.withLock { $0.channels.map(\.channel) } }

  /// Takes note of how many channels there are.
  package func expect(channels count: Int) {
    state.withLock { state in
      guard state.channels.count != count else { return }
      state.channels.removeLast(max(0, state.channels.count - count))
      for index in state.channels.count..<count {
        state.channels.append(Channel(channel: CaptureAudioChannel(index, of: self)))
      }
    }
  }

  func levels(ofChannel index: Int) -> AudioLevelMeter.Levels {
    let meter = state.withLock { state in
      state.isMetered = true
      return state.channels.indices.contains(index) ? state.channels[index].meter : nil
    }
    return meter?.levels ?? AudioLevelMeter.Levels()
  }

  func volume(ofChannel index: Int) -> Float { channel(index)?.volume ?? 1 }

  func isEnabled(channel index: Int) -> Bool { channel(index)?.isEnabled ?? true }

  func setVolume(_ volume: Float, ofChannel index: Int) {
    change(index) { $0.volume = volume > 0 ? min(volume, 1) : 0 }
  }

  func setEnabled(_ isEnabled: Bool, channel index: Int) { change(index) { $0.isEnabled = isEnabled } }

  private func channel(_ index: Int) -> Channel? {
    state.withLock { $0.channels.indices.contains(index) ? $0.channels[index] : nil }
  }

  private func change(_ index: Int, _ body: (inout Channel) -> Void) {
    state.withLock { state in
      guard state.channels.indices.contains(index) else { return }
      body(&state.channels[index])
      state.changesSound = state.channels.contains { $0.gain != 1 }
    }
  }
}

// MARK: On the source's thread

extension SoundPassage {
  /// The sample as it is to be heard; nil where there is no memory for that.
  package func pass(_ sample: SampleBuffer) -> SampleBuffer? {
    guard let buffer = sample.audioBuffer else { return sample }
    expect(channels: buffer.format.channelCount)
    let (isMetered, changesSound) = state.withLock { ($0.isMetered, $0.changesSound) }
    guard changesSound else {
      if isMetered { measure(buffer) }
      return sample
    }
    guard let heard = try? adjusted(buffer) else { return nil }
    if isMetered { measure(heard) }
    return SampleBuffer(
      audioBuffer: heard, presentationTimeStamp: sample.presentationTimeStamp,
      sequenceNumber: sample.sequenceNumber, attachments: sample.attachments)
  }

  /// The sound at the volumes of its channels, in memory of its own.
  private func adjusted(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer {
    var copy = try room.withLock { (room) throws(MediaError) in
      if let pool = room.pool, pool.format == buffer.format, pool.frameCapacity >= buffer.frameCount {
        return try pool.makeBuffer()
      }
      let pool = try AudioBufferPool(
        format: buffer.format, frameCapacity: max(1, buffer.frameCount), maximumBufferCount: 16,
        whenExhausted: .allocates)
      room.pool = pool
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
    let (rate, count) = (buffer.format.sampleRate, buffer.frameCount)
    state.withLock { state in
      let isNew = state.sampleRate != rate
      state.sampleRate = rate
      for index in state.channels.indices {
        var meter = (isNew ? nil : state.channels[index].meter.take()) ?? AudioLevelMeter(sampleRate: rate)
        var start = 0
        while start < count {
          let end = min(count, start + meter.room)
          meter.add(buffer.loudness(ofChannel: index, start..<end))
          start = end
        }
        state.channels[index].meter = meter
      }
    }
  }
}
