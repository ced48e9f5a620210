import CaptureFixtures
import Fixtures
import FoundationEssentials
import OpenCaptureMediaSamples
import OpenCaptureNetworkCameras
import Testing

@Suite("Security of network cameras")
struct RefusalTests {
  private func formats(_ address: String, timeout: Int64 = 60) throws -> [CaptureDevice.Format] {
    var options = NetworkCamera.Options()
    options.timeout = MediaTime(value: timeout, timescale: 10)
    return try NetworkCamera(NetworkCameraAddress(address), localizedName: "Door", options: options).formats()
  }

  /// Returns the error for a camera's response.
  private func error(_ reply: PictureServer.Reply, user: String = "", timeout: Int64 = 60) throws -> CaptureError? {
    let server = try PictureServer(reply)
    defer { server.end() }
    return #expect(throws: CaptureError.self) { try formats(server.address(user), timeout: timeout) }
  }

  @Test("Failed login, silence and an unreachable camera are distinct errors without the password")
  func failures() throws {
    let refused = try error(.unauthorized, user: "admin:hunter2@")
    #expect(refused.map { $0.code == .notAuthorized && !"\($0)".contains("hunter2") } == true, "\(refused as Any)")
    #expect(try error(.silence, timeout: 5)?.code == .stalled)
    // Two pictures are too few to find out the stream's properties.
    #expect(try error(.stall(after: 2), timeout: 5)?.code == .stalled)
    let server = try PictureServer(.silence)
    server.end()
    let gone = #expect(throws: CaptureError.self) { try formats(server.address("admin:hunter2@")) }
    let words = gone.map { "\($0)" } ?? ""
    #expect(gone?.code == .deviceFailed && words.hasPrefix("Door (http://127.0.0.1:") && !words.contains("hunter2"))
  }

  @Test("A camera whose pictures cannot be decoded fails at the timeout", .timeLimit(.minutes(20)))
  func undecodable() throws {
    let part = Array("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 4\r\n\r\n".utf8)
    #expect(try error(.parts(part + [0xff, 0xd8, 0xff, 0xd9, 13, 10]), timeout: 5)?.code == .stalled)
  }

  @Test("The password is sent when the camera requests it")
  func password() throws {
    let server = try PictureServer(.guarded("bWU6aHVudGVyIDI="))
    defer { server.end() }
    #expect(try formats(server.address("me:hunter%202@")).count == 2)
  }

  @Test("The token is sent only to the camera, not to a redirect target")
  func token() throws {
    let other = try PictureServer(.pictures(atOnce: 0))
    let server = try PictureServer(.moved(other.address()))
    let open = try PictureServer(.pictures(atOnce: 0))
    defer { for server in [other, server, open] { server.end() } }
    var options = NetworkCamera.Options()
    options.token = "abc"
    #expect(try NetworkCamera(NetworkCameraAddress(open.address()), options: options).formats().count == 2)
    #expect(open.requests.first?.contains("Authorization: Bearer abc\r\n") == true)
    #expect(throws: CaptureError.self) {
      try NetworkCamera(NetworkCameraAddress(server.address()), options: options).formats()
    }
    #expect(other.requests.isEmpty)
  }

  @Test("Redirects work within HTTP, but not to files or other protocols")
  func redirection() throws {
    try TemporaryFolder.with { folder in
      let other = try PictureServer(.pictures(atOnce: 0))
      defer { other.end() }
      let server = try PictureServer(.moved(other.address()))
      defer { server.end() }
      #expect(try formats(server.address()).count == 2)
      let file = folder.file("camera.mjpg", [1])
      let places = [
        "file://\(file.path)", file.path, "concat:\(file.path)", "tcp://127.0.0.1:\(other.port)",
        "rtsp://127.0.0.1:\(other.port)/", "https://127.0.0.1:\(other.port)/", "data:image/jpeg;base64,AAAA",
      ]
      for place in places { #expect(try error(.moved(place))?.code == .deviceFailed, "\(place)") }
    }
  }

  @Test("Only multipart JPEG is accepted, and no other format is detected")
  func formats() throws {
    let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n"
    let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    for bytes in [Array(playlist.utf8), gif, [UInt8](repeating: 0x47, count: 188 * 50), [], [0xff, 0xd8]] {
      #expect(try error(.bytes(bytes)) != nil)
    }
  }
}
