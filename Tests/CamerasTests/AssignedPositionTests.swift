import FoundationEssentials
@testable import OpenCaptureCameras
import OpenCaptureSession
import Fixtures
import Testing

@Suite("Positions that users give to cameras")
struct AssignedPositionTests {
  private let camera = AssignedPosition.Camera(
    names: ["usb-0000:00:14.0-1-46d-825", "HD Webcam C270", "/dev/video2"], number: "81:2")

  private func position(_ variables: [String: String], database: String = "/nowhere") -> CaptureDevice.Position? {
    AssignedPosition(environment: { variables[$0] }, database: database).position(of: camera)
  }

  @Test("The environment names a part of the name, the id or the path")
  func environment() {
    #expect(position([:]) == nil)
    for part in ["C270", "46d-825", "/dev/video2"] {
      #expect(position(["OPENCAPTURE_FRONT_CAMERA": part]) == .front)
      #expect(position(["OPENCAPTURE_BACK_CAMERA": part]) == .back)
    }
    #expect(position(["OPENCAPTURE_FRONT_CAMERA": "another"]) == nil)
    #expect(position(["OPENCAPTURE_FRONT_CAMERA": ""]) == nil)
  }

  @Test("A rule of udev names the position; the environment goes before it")
  func database() throws {
    try TemporaryFolder.with { folder in
      folder.file("c81:2", Array("S:v4l/by-id/usb\nE:ID_V4L_PRODUCT=HD Webcam\nE:OPENCAPTURE_POSITION=back\n".utf8))
      #expect(position([:], database: folder.url.path) == .back)
      #expect(position(["OPENCAPTURE_FRONT_CAMERA": "C270"], database: folder.url.path) == .front)
      folder.file("c81:2", Array("E:OPENCAPTURE_POSITION=above\n".utf8))
      #expect(position([:], database: folder.url.path) == nil)
    }
  }
}
