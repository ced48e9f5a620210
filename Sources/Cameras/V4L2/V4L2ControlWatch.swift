import COpenCaptureV4L2
import OpenCaptureSession
import OpenCaptureMediaSamples

/// Takes from a descriptor which controls were changed, by other programs or the camera itself.
struct V4L2ControlWatch {
  private let descriptor: Int32
  /// Controls that have changed before: a camera can change one with every frame, which is to cost nothing.
  private var known: [UInt32: CaptureControl] = [:]

  /// Begins to be told of changes of all controls; drivers without events tell of none.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    V4L2Controls.forEach(descriptor) { _ = cv4l2_watch_control(descriptor, $0.id) }
  }

  /// The next change; nil where there is none.
  mutating func next() -> CaptureControlChange? {
    var change = cv4l2_control_change()
    while cv4l2_next_change(descriptor, &change) == 0 {
      if known[change.id] == nil || change.has_new_description {
        known[change.id] = V4L2Controls.control(change.id, descriptor)
      }
      guard var control = known[change.id] else { continue }
      control.value = change.value
      return CaptureControlChange(
        control, time: MediaTime(value: Int64(clamping: change.time), timescale: 1_000_000_000))
    }
    return nil
  }
}
