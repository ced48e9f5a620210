import CoreMedia
import OpenCaptureSession

extension CaptureDevice {
  /// Sets something, and tells the time of the first frame that shows it; nothing where it is refused.
  func set(
    _ name: String = #function, telling handler: (@Sendable (CMTime) -> Void)?, _ call: () throws -> Void
  ) {
    guard Misuse.telling(name, call), let handler else { return }
    whenFramesShow(handler)
  }

  /// Sets something, and returns the time of the first frame that shows it; the time now where it is refused.
  func set(_ name: String = #function, _ call: () throws -> Void) async -> CMTime {
    guard Misuse.telling(name, call) else { return CMClockGetTime(CMClockGetHostTimeClock()) }
    return await withCheckedContinuation { continuation in
      whenFramesShow { continuation.resume(returning: $0) }
    }
  }
}
