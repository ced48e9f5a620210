import Glibc
import OpenCaptureMediaSamples

/// Writes sound to a device, and lets it go on where it ran dry or the machine slept.
struct SoundWriter {
  /// How long is waited for room, in milliseconds; longer, and the device doesn't play.
  static let patience: Int32 = 1000
  /// How often that is, until it is given up: as long in all as a microphone may be silent.
  static let mostWaits = 5

  private let driver: any PCMDriver
  private var breakCount = 0
  /// How often there was no room in time since it played, and what it takes without playing, in frames.
  private var (waitCount, emptyRoom) = (0, 0)
  private var converter: AudioConverter?

  /// Makes a writer of a device that is set up.
  init(_ driver: any PCMDriver) { self.driver = driver }

  /// The format of sound that it takes.
  var format: AudioFormat { driver.setup.format }

  /// Plays sound, all of it.
  ///
  /// - Parameter volume: What it is multiplied by.
  /// - Returns: False where it was woken before.
  mutating func write(_ buffer: AudioBuffer, volume: Float) throws(PCMFailure) -> Bool {
    guard var sound = try? converted(buffer) else { throw PCMFailure(what: "convert the sound", errno: ENOMEM) }
    if volume != 1 {
      for channel in 0..<sound.format.channelCount where (try? sound.scale(channel: channel, by: volume)) == nil {
        throw PCMFailure(what: "convert the sound", errno: ENOMEM)
      }
    }
    var (start, idleCount) = (0, Int32(0))
    while start < sound.frameCount {
      do throws(PCMFailure) {
        let count = try write(sound, from: start)
        start += count
        if count > 0 {
          (breakCount, idleCount) = (0, 0)
          emptyRoom -= count
          if emptyRoom < 0 { waitCount = 0 }
          continue
        }
        if idleCount > 0, driver.pause(SoundReader.idle) == .woken { return false }
        idleCount += 1
        switch try driver.wait(Self.patience) {
        case .ready where idleCount <= Self.patience / SoundReader.idle: continue
        case .woken: return false
        case .ready, .timedOut:
          (idleCount, waitCount) = (0, waitCount + 1)
          throw PCMFailure(what: "play", errno: waitCount < Self.mostWaits ? EIO : ETIMEDOUT)
        }
      } catch {
        if try !mend(error) { return false }
      }
    }
    return true
  }

  private func write(_ sound: AudioBuffer, from start: Int) throws(PCMFailure) -> Int {
    try sound.withUnsafePlane(0) { bytes throws(PCMFailure) in
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

  /// Lets the device go on; false where it was woken.
  private mutating func mend(_ failure: PCMFailure) throws(PCMFailure) -> Bool {
    breakCount += 1
    guard failure.isMendable, breakCount <= SoundReader.patience else { throw failure }
    if breakCount > 1, driver.pause(SoundReader.pause) == .woken { return false }
    if failure.meaning == .suspended, (try? driver.resume()) == true { return true }
    try driver.start()
    emptyRoom = driver.setup.buffer
    return true
  }
}
