import Fixtures
import OpenCaptureCommandSupport
import OpenCaptureFlow
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Live camera")
struct LiveCameraTests {
  @Test("A stall is reported before the camera is given up")
  func stall() throws {
    var options = SyntheticCamera.Options()
    options.pacing = .unpaced
    options.faults.scheduled = [20: .stall]
    let synthetic = SyntheticCamera(options: options)
    defer { withExtendedLifetime(synthetic) {} }
    let camera = try LiveCamera(synthetic.device, .low)
    let notes = Log<String>()
    var counter = LiveFrameCounter(limit: nil)
    var failure: (any Error)?
    do {
      try camera.run(&counter) {
        notes.append($0)
      } _: { _, _, _ in
        true
      }
    } catch {
      failure = error
    }
    #expect(notes.all == ["no frame for 1 s"])
    #expect((failure as? CaptureError)?.code == .stalled)
  }
}
