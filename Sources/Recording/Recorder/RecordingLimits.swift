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

  /// Whether there is enough room on the disk that a file is on; true where the system doesn't tell.
  func hasRoom(for path: [UInt8]) -> Bool {
    guard minimumFreeByteCount > 0 else { return true }
    return FileSystem.freeByteCount(at: path).map { $0 >= minimumFreeByteCount } ?? true
  }
}
