import COpenCaptureFFmpeg
package import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A converter of sample format, channels and sample rate, using libswresample.
///
/// Not thread-safe: only one thread may use it at a time.
package final class AudioResampler: @unchecked Sendable {
  /// The format of the output.
  package let format: AudioFormat
  /// The format of the input.
  package let source: AudioFormat
  private let resampler: OpaquePointer
  private let name: String

  /// Makes a resampler.
  ///
  /// - Parameters:
  ///   - source: The format of the input.
  ///   - format: The format of the output.
  ///   - followsClock: Whether the rate will be corrected; see ``correct(by:within:)``. Default: false.
  ///   - name: The name of the sound in errors.
  /// - Throws: `MediaError` with `libraryMissing` if FFmpeg's libraries are missing, or with
  ///   `unsupportedAudioConversion` if they do not support the conversion.
  package init(
    from source: AudioFormat, to format: AudioFormat, followsClock: Bool = false, name: String = "sound"
  ) throws(MediaError) {
    var failure = cffmpeg_failure()
    var words = CStrings()
    defer { extendLifetime(words) }
    var old = source.bridged(&words)
    var new = format.bridged(&words)
    guard let resampler = cffmpeg_resampler_open(&old, &new, followsClock, &failure) else {
      throw MediaError(failure, subject: name)
    }
    self.source = source
    self.format = format
    self.resampler = resampler
    self.name = name
  }

  deinit { cffmpeg_resampler_close(resampler) }

  /// The number of buffered frames, in frames of the output.
  package var delay: Int { Int(cffmpeg_resampler_delay(resampler, Int32(format.sampleRate))) }

  /// The duration of the buffered frames.
  package var delayTime: MediaTime {
    MediaTime(value: cffmpeg_resampler_delay(resampler, 1_000_000_000), timescale: 1_000_000_000)
  }

  /// Adds `extra` frames, or removes frames if that is negative, within the next `count` output frames.
  package func correct(by extra: Int, within count: Int) throws(MediaError) {
    var failure = cffmpeg_failure()
    guard cffmpeg_resampler_correct(resampler, Int32(clamping: extra), Int32(clamping: count), &failure) else {
      throw error(failure)
    }
  }

  /// Converts frames; returns the available output, or nil if there is none yet.
  package func convert(_ buffer: AudioBuffer) throws(MediaError) -> AudioBuffer? {
    guard buffer.format == source else {
      throw MediaError(
        .differentAudioFormat, subject: name, reason: "the format changed from \(source) to \(buffer.format)")
    }
    let scaled = buffer.frameCount * format.sampleRate / source.sampleRate
    return try output(atMost: scaled + scaled / 50 + delay + 64) { target, capacity, failure in
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

  /// Returns the buffered frames after the last input; nil if there are none.
  package func finish() throws(MediaError) -> AudioBuffer? {
    try output(atMost: delay + 64) { target, capacity, failure in
      cffmpeg_resampler_convert(resampler, nil, 0, target, capacity, &failure)
    }
  }

  private func output(
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
  /// Makes the error for a failure of the bridge.
  fileprivate init(_ failure: cffmpeg_failure, subject: String) {
    let message = withUnsafeBytes(of: failure.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch failure.code {
    case CFFMPEG_LIBRARY_MISSING:
      // Debian's package of libswresample.so.4 is libswresample4.
      self.init(
        .libraryMissing, subject: subject,
        reason: "\(message) was not found, but is required to change the sample rate",
        hint: "sudo apt install " + message.split(separator: ".so.").joined())
    case CFFMPEG_LIBRARY_UNUSABLE:
      self.init(.libraryMissing, subject: subject, reason: "cannot open FFmpeg's libraries (\(message))")
    case CFFMPEG_NO_MEMORY: self.init(.outOfMemory, subject: subject, reason: "the system has no memory left")
    default:
      self.init(
        .unsupportedAudioConversion, subject: subject,
        reason: message.isEmpty ? "FFmpeg does not support the conversion" : message)
    }
  }
}
