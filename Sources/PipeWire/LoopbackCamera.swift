import OpenCaptureCameras
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A camera that a V4L2 driver such as v4l2loopback shows to other programs.
final class LoopbackCamera: VirtualCameraTarget {
  private struct State: Lockable {
    /// The output; nil after the end.
    var output: V4L2Output?
    var codes: [FourCharCode] = []
    var statistics = VirtualCameraStatistics()
  }

  private let state: Locked<State>

  /// Opens a device file.
  ///
  /// - Throws: `CaptureError` if it cannot be opened or does not show frames.
  init(path: String) throws(CaptureError) { state = Locked(State(output: try V4L2Output(path: path))) }

  var statistics: VirtualCameraStatistics { state.withLock { $0.statistics } }

  func prepare(_ offer: VirtualCameraOffer) -> Bool {
    state.withLock { state in
      state.codes = offer.convertibleCodes
      state.statistics.takenCount += 1
      let isRead = state.output?.isRead ?? false
      if !isRead { state.statistics.unreadCount += 1 }
      return isRead
    }
  }

  func show(_ sample: SampleBuffer) throws {
    try state.withLock { state in
      if try state.output?.show(sample, as: state.codes) == true { state.statistics.sentCount += 1 }
    }
  }

  func stop() { state.withLock { $0.output = nil } }
}
