import OpenCaptureFlow
import OpenCaptureSyntheticDevices
import OpenCaptureSession
import OpenCaptureCommandSupport
import Testing

@Suite("Frames of a camera for commands")
struct CameraFeedTests {
  @Test("That no frames come is said before the camera is given up")
  func stall() throws {
    var options = SyntheticCamera.Options()
    (options.pacing, options.faults.scheduled) = (.unpaced, [20: .stall])
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
