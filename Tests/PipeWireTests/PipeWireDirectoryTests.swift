import OpenCaptureCameras
import OpenCaptureSession
import Testing

@testable import OpenCapturePipeWire

@Suite("Lists of PipeWire cameras")
struct PipeWireDirectoryTests {
  private func properties(_ name: String, serial: Int, _ more: [String: String] = [:]) -> [String: String] {
    ["node.name": name, "object.serial": "\(serial)"].merging(more) { $1 }
  }

  @Test("Cameras are listed in the order of their connection, with IDs made from their names")
  func order() {
    var directory = PipeWireDirectory()
    let changes = [
      directory.update(70, properties("late", serial: 101)), directory.update(30, properties("early", serial: 99)),
      directory.update(30, properties("early", serial: 99)),
    ]
    #expect(changes == [true, true, false])
    #expect(directory.nodes.map(\.identity.uniqueID) == ["pipewire:early", "pipewire:late"])
    #expect(directory.nodes.map(\.id) == [30, 70])
    directory.remove(30)
    #expect(directory.nodes.map(\.serial) == ["101"])
    directory.removeAll()
    #expect(directory.nodes.isEmpty)
  }

  @Test("Of two cameras with one name, the second has a number in its ID")
  func equalNames() {
    var directory = PipeWireDirectory()
    _ = directory.update(4, properties("cam", serial: 40))
    _ = directory.update(3, properties("cam", serial: 50))
    #expect(directory.nodes.map(\.identity.uniqueID) == ["pipewire:cam", "pipewire:cam.2"])
    #expect(directory.nodes.map(\.id) == [4, 3])
  }

  @Test("A camera that connects again has the same ID, but is another connection")
  func reconnection() throws {
    let before = try #require(PipeWireNode(id: 1, properties("cam", serial: 10)))
    let same = try #require(PipeWireNode(id: 1, properties("cam", serial: 10, ["node.description": "Camera"])))
    let after = try #require(PipeWireNode(id: 1, properties("cam", serial: 11)))
    #expect(before == same)
    #expect(before != after)
    #expect(before.identity.uniqueID == after.identity.uniqueID)
  }

  @Test("Sources without a name or a serial number are left out")
  func incomplete() {
    #expect(PipeWireNode(id: 1, ["node.name": "cam"]) == nil)
    #expect(PipeWireNode(id: 1, ["object.serial": "7"]) == nil)
  }

  @Test("The position comes from libcamera's location, unless the user assigns one")
  func positions() throws {
    let front = properties("libcamera", serial: 1, ["api.libcamera.location": "front"])
    let external = properties("usb", serial: 2, ["api.libcamera.location": "external", "node.nick": "Webcam"])
    #expect(PipeWireNode(id: 1, front)?.identity.position == .front)
    #expect(PipeWireNode(id: 1, front)?.identity.deviceType == .builtInWideAngleCamera)
    let webcam = try #require(PipeWireNode(id: 2, external)?.identity)
    #expect((webcam.position, webcam.deviceType, webcam.localizedName) == (.unspecified, .external, "Webcam"))
  }

  @Test("A camera that V4L2 has too is listed once, as V4L2's")
  func duplicates() {
    let files = [
      CaptureDevice.Identity(uniqueID: "usb-1", localizedName: "Webcam", path: "/dev/video0"),
      CaptureDevice.Identity(uniqueID: "usb-2", localizedName: "Other", path: "/dev/video2"),
    ]
    let nodes = [
      CaptureDevice.Identity(uniqueID: "pipewire:webcam", localizedName: "Webcam", path: "/dev/video0"),
      CaptureDevice.Identity(uniqueID: "pipewire:sensor", localizedName: "Sensor"),
      CaptureDevice.Identity(uniqueID: "pipewire:hidden", localizedName: "Hidden", path: "/dev/video4"),
    ]
    let others = ConnectedCameras.others(nodes, besides: files, identity: \.self)
    #expect(others.map(\.uniqueID) == ["pipewire:sensor", "pipewire:hidden"])
  }
}
