import OpenCapture
import OpenCaptureSystem

/// Marks what is in focus, as long as somebody wants that.
struct SwitchedPeaking: FrameProcessor {
  /// Whether somebody does.
  let isOn: Locked<Bool>
  private var peaking = FocusPeaking()

  init(_ isOn: Locked<Bool>) { self.isOn = isOn }

  var name: String { peaking.name }

  mutating func process(_ frame: inout Frame) throws {
    if isOn.withLock({ $0 }) { try peaking.process(&frame) }
  }
}
