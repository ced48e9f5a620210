import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Changes how samples are stored, their channels and their rate, by libswresample.
///
/// Used by one thread at a time.
package final class AudioResampler: @unchecked Sendable {
  /// What is given.
  package let format: AudioFormat
  private let source: AudioFormat
  private let resampler: OpaquePointer
  private let name: String

  /// Makes a resampler.
  ///
  /// - Parameters:
  ///   - source: What it takes.
  ///   - format: What it gives.
  ///   - followsClock: Whether the rate will be corrected, see ``correct(by:within:)``.
  ///   - name: What errors call the sound.
  /// - Throws: `MediaError` with `libraryMissing` where FFmpeg's libraries are, or `unsupportedAudioConversion` where they
  ///   can't do it.
  package init(
    from source: AudioFormat, to format: AudioFormat, followsClock: Bool = false, name: String = "sound"
  ) throws(MediaError) {
    var failure = cffmpeg_failure()
    var words = CStrings()
    defer { extendLifetime(words) }
    var (old, new) = (source.bridged(&words), format.bridged(&words))
    guard let resampler = cffmpeg_resampler_open(&old, &new, followsClock, &failure) else {
      throw MediaError(failure, subject: name)
    }
    (self.source, self.format, self.resampler, self.name) = (source, format, resampler, name)
  }

  deinit { cffmpeg_resampler_close(resampler) }

  /// How many frames were taken that are yet to be given.
  package var delay: Int { Int(cffmpeg_resampler_delay(resampler, Int32(format.sampleRate))) }

  /// The same as a time.
  package var delayTime: MediaTime {
    MediaTime(value: cffmpeg_resampler_delay(resampler, 1_000_000_000), timescale: 1_000_000_000)
  }

  /// Gives so many frames more, or fewer where that is below 0, within the next `count` that it gives.
  package func correct(by extra: Int, within count: Int) throws(MediaError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_resampler_correct(resampler, Int32(clamping: extra), Int32(clamping: count), &failure) else {
      throw error(failure)
    }
  }

  /// Takes frames, and gives as many as there are; nil where there are none yet.
  package func convert(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer? {
    guard buffer.format == source else {
      throw MediaError(
        .differentAudioFormat, subject: name, reason: "the sound is \(buffer.format), and was \(source)")
    }
    let scaled = buffer.frameCount * format.sampleRate / source.sampleRate
    return try give(atMost: scaled + scaled / 50 + delay + 64) { target, capacity, failure in
      buffer.withUnsafePlanes { planes in
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: planes.count) { sources in
          for (index, plane) in planes.enumerated() {
            sources.initializeElement(at: index, to: plane.assumingMemoryBound(to: UInt8.self))
          }
          return cffmpeg_resampler_convert(
            resampler, sources.baseAddress, Int32(buffer.frameCount), target, capacity, &failure)
        }
      }
    }
  }

  /// The frames that are yet to be given, once there are no more to take; nil where there are none.
  package func finish() throws(MediaError) -> AudioBuffer? {
    try give(atMost: delay + 64) { target, capacity, failure in
      cffmpeg_resampler_convert(resampler, nil, 0, target, capacity, &failure)
    }
  }

  private func give(
    atMost capacity: Int,
    _ convert: (UnsafePointer<UnsafeMutablePointer<UInt8>?>?, Int32, inout cffmpeg_failure) -> Int32
  ) throws(MediaError) -> AudioBuffer? {
    var failure = cffmpeg_failure()
    do {
      var buffer = try AudioBuffer(format: format, frameCapacity: capacity)
      try buffer.setFrameCount(capacity)
      let count = try buffer.withUnsafeMutablePlanes { planes in
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: planes.count) { targets in
          for (index, plane) in planes.enumerated() {
            targets.initializeElement(at: index, to: plane.assumingMemoryBound(to: UInt8.self))
          }
          return convert(UnsafePointer(targets.baseAddress), Int32(capacity), &failure)
        }
      }
      guard count >= 0 else { throw error(failure) }
      try buffer.setFrameCount(Int(count))
      return count > 0 ? buffer : nil
    } catch let error as MediaError {
      throw error
    } catch {
      throw MediaError(.outOfMemory, subject: name, error)
    }
  }

  private func error(_ failure: cffmpeg_failure) -> MediaError { MediaError(failure, subject: name) }
}

extension MediaError {
  /// The error for a failure of the bridge.
  fileprivate init(_ failure: cffmpeg_failure, subject: String) {
    let message = withUnsafeBytes(of: failure.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch failure.code {
    case CFFMPEG_LIBRARY_MISSING:
      // Debian's package of libswresample.so.4 is libswresample4.
      self.init(
        .libraryMissing, subject: subject, reason: "\(message) was not found; sound at another rate needs it",
        remedy: "sudo apt-get install " + message.split(separator: ".so.").joined())
    case CFFMPEG_LIBRARY_UNUSABLE:
      self.init(.libraryMissing, subject: subject, reason: "FFmpeg's libraries can't be opened (\(message))")
    case CFFMPEG_NO_MEMORY: self.init(.outOfMemory, subject: subject, reason: "there is no memory for it")
    default:
      self.init(
        .unsupportedAudioConversion, subject: subject, reason: message.isEmpty ? "FFmpeg refused it" : message)
    }
  }
}
