import CoreMedia
import OpenCaptureSession

extension CaptureDevice {
  /// Waits for the time that a completion handler is called with; that is the time now where the call has no effect.
  func whenTaken(_ call: (@escaping @Sendable (CMTime) -> Void) -> Void) async -> CMTime {
    let (times, taken) = AsyncStream.makeStream(of: CMTime.self)
    call { taken.yield($0) }
    taken.finish()
    return await times.first { _ in true } ?? CMClockGetTime(CMClockGetHostTimeClock())
  }
}
