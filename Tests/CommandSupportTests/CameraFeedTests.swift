import OpenCaptureFlow
import OpenCaptureSyntheticDevices
import OpenCaptureSession
import OpenCaptureCommandSupport
import Testing

@Suite("Camera feed")
struct CameraFeedTests {
  @Test("A stall is reported before the camera is given up")
  func stall() throws {
    var options = SyntheticCamera.Options()
    options.pacing = .unpaced
    options.faults.scheduled = [20: .stall]
    let camera = SyntheticCamera(options: options)
    let feed = try CameraFeed(camera.device, .low)
    let (notes, failure) = try feed.run([String]()) { _, _ in
      true
    } noting: {
      $0.append($1)
    }
    #expect(notes == ["no frame for 1 s"])
    #expect((failure as? CaptureError)?.code == .stalled)
  }
}
