import FoundationEssentials
@testable import OpenCaptureCameras
import OpenCaptureSession
import Fixtures
import Testing

@Suite("Assigned camera positions")
struct AssignedPositionTests {
  private let names = ["usb-0000:00:14.0-1-46d-825", "HD Webcam C270", "/dev/video2"]

  private func position(_ variables: [String: String], database: String = "/nowhere") -> CaptureDevice.Position? {
    CameraPositionAssignment(environment: { variables[$0] }, database: database).position(of: names, number: "81:2")
  }

  @Test("An environment variable matches a part of the name, the unique ID or the path")
  func environment() {
    #expect(position([:]) == nil)
    for part in ["C270", "46d-825", "/dev/video2"] {
      #expect(position(["OPENCAPTURE_FRONT_CAMERA": part]) == .front)
      #expect(position(["OPENCAPTURE_BACK_CAMERA": part]) == .back)
    }
    #expect(position(["OPENCAPTURE_FRONT_CAMERA": "another"]) == nil)
    #expect(position(["OPENCAPTURE_FRONT_CAMERA": ""]) == nil)
  }

  @Test("The value none assigns no position, and turns the default position off")
  func off() {
    func assignment(_ variables: [String: String]) -> CameraPositionAssignment {
      CameraPositionAssignment(environment: { variables[$0] }, database: "/nowhere")
    }
    let front = assignment(["OPENCAPTURE_FRONT_CAMERA": "none"])
    #expect(front.position(of: ["Canone"], number: nil) == nil)
    #expect(assignment([:]).defaultPositions == [.back, .front] && front.defaultPositions == [.back])
    let both = assignment(["OPENCAPTURE_FRONT_CAMERA": "none", "OPENCAPTURE_BACK_CAMERA": "none"])
    #expect(both.defaultPositions == [])
  }

  @Test("A udev rule assigns a position, and the environment takes precedence")
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
