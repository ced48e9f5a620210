import Glibc
import OpenCaptureMediaSamples

/// A writer of sound to a device, which restarts the device after an underrun or a system suspend.
struct SoundWriter {
  /// The timeout of a wait for room, in milliseconds, after which the device is regarded as not playing.
  static let roomTimeout: Int32 = 1000
  /// The number of timeouts after which the device fails; together as long as the timeout of a silent microphone.
  static let maximumTimeoutCount = 5

  private let driver: any PCMDevice
  private var breakCount = 0
  /// The number of timeouts since the device last played.
  private var waitCount = 0
  /// The number of frames that the device accepts without playing.
  private var emptyRoom = 0
  private var converter: AudioConverter?

  /// Creates a writer of a configured device.
  init(_ driver: any PCMDevice) { self.driver = driver }

  var format: AudioFormat { driver.setup.format }

  /// Plays all frames of a buffer, and returns false if woken before the end.
  mutating func write(_ buffer: AudioBuffer, volume: Float) throws(PCMError) -> Bool {
    guard var sound = try? converted(buffer) else { throw PCMError(what: "convert the sound", errno: ENOMEM) }
    if volume != 1 {
      for channel in 0..<sound.format.channelCount where (try? sound.scale(channel: channel, by: volume)) == nil {
        throw PCMError(what: "convert the sound", errno: ENOMEM)
      }
    }
    var start = 0
    var idleCount: Int32 = 0
    while start < sound.frameCount {
      do throws(PCMError) {
        let count = try write(sound, from: start)
        start += count
        if count > 0 {
          breakCount = 0
          idleCount = 0
          emptyRoom -= count
          if emptyRoom < 0 { waitCount = 0 }
          continue
        }
        if idleCount > 0, driver.pause(SoundReader.idle) == .woken { return false }
        idleCount += 1
        switch try driver.wait(Self.roomTimeout) {
        case .ready where idleCount <= Self.roomTimeout / SoundReader.idle: continue
        case .woken: return false
        case .ready, .timedOut:
          idleCount = 0
          waitCount += 1
          throw PCMError(what: "play", errno: waitCount < Self.maximumTimeoutCount ? EIO : ETIMEDOUT)
        }
      } catch {
        if try !recover(error) { return false }
      }
    }
    return true
  }

  private func write(_ sound: AudioBuffer, from start: Int) throws(PCMError) -> Int {
    try sound.withUnsafePlane(0) { bytes throws(PCMError) in
      guard let base = bytes.baseAddress else { return 0 }
      return try driver.write(sound.frameCount - start, from: base + start * sound.format.bytesPerFrame)
    }
  }

  private mutating func converted(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer {
    if buffer.format == format { return buffer }
    var converter =
      if let converter, converter.inputFormat == buffer.format { converter } else {
        try AudioConverter(from: buffer.format, to: format)
      }
    self.converter = nil
    defer { self.converter = converter }
    return try converter.convert(buffer)
  }

  /// Restarts or resumes the device after a failure, and returns false if woken.
  private mutating func recover(_ failure: PCMError) throws(PCMError) -> Bool {
    breakCount += 1
    guard failure.isRecoverable, breakCount <= SoundReader.maximumFailureCount else { throw failure }
    if breakCount > 1, driver.pause(SoundReader.pause) == .woken { return false }
    if failure.meaning == .suspended, (try? driver.resume()) == true { return true }
    try driver.start()
    emptyRoom = driver.setup.buffer
    return true
  }
}
