import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What ends a recording by itself.
struct RecordingLimits: Sendable {
  /// Invalid for none.
  var maximumDuration = MediaTime.invalid
  /// `Int.max` for none.
  var maximumByteCount = Int.max
  /// How many bytes must be left on the disk.
  var minimumFreeByteCount = 0

  /// When a recording ends that would go on at a time; nil where it may.
  func end(at time: MediaTime) -> MediaTime? {
    maximumDuration.isNumeric && time >= maximumDuration ? maximumDuration : nil
  }

  /// What there is room for of sound that begins at a time; it has some.
  func allowed(of buffer: AudioBuffer, at time: MediaTime) -> AudioBuffer {
    guard end(at: time + buffer.duration) != nil else { return buffer }
    let count = (maximumDuration - time).convertScale(Int32(buffer.format.sampleRate))
    guard count.isNumeric, (0..<Int64(buffer.frameCount)).contains(count.value) else { return buffer }
    return (try? buffer.frames(0..<Int(count.value))) ?? buffer
  }

  /// Whether there is enough room on the disk that a file is on; true where the system doesn't tell.
  func hasRoom(for path: [UInt8]) -> Bool {
    guard minimumFreeByteCount > 0 else { return true }
    return FileSystem.freeByteCount(at: path).map { $0 >= minimumFreeByteCount } ?? true
  }
}
