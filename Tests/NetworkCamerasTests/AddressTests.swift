import Testing

@testable import OpenCaptureNetworkCameras

@Suite("Network camera addresses")
struct AddressTests {
  @Test("The description of an address omits the password")
  func secrets() throws {
    let address = try NetworkCameraAddress("RTSP://admin:s3cr%40t@door.local:8554/stream?channel=1")
    #expect(address.description == "rtsp://door.local:8554/stream?channel=1")
    #expect(address.user == "admin" && !"\(address)".contains("s3cr"))
    #expect(NetworkCamera(address).identity.uniqueID == address.description)
    #expect(address.containsSecrets && address.port == 8554)
  }

  @Test("The description masks secrets in path and query, but shows harmless parameters")
  func pairs() throws {
    let shown = [
      "rtsp://10.0.0.1/user=admin&password=pw1&channel=2&stream=0.sdp":
        "rtsp://10.0.0.1/user=…&password=…&channel=2&stream=0.sdp",
      "http://cam/videostream.cgi?loginuse=me&loginpas=p%401&resolution=32":
        "http://cam/videostream.cgi?loginuse=…&loginpas=…&resolution=32",
      "https://cam:4443/s.mjpg?token=abc#part": "https://cam:4443/s.mjpg?token=…",
      "http://me@cam/?channel=3": "http://cam/?channel=3",
    ]
    for (text, description) in shown {
      let address = try NetworkCameraAddress(text)
      #expect(address.description == description && address.containsSecrets == description.contains("…"))
      #expect(["pw1", "p%401", "p@1", "abc"].allSatisfy { !"\(address)".contains($0) })
    }
    #expect(try NetworkCameraAddress("rtsp://h/").port == 554 && NetworkCameraAddress("https://h/").port == 443)
  }

  @Test("An invalid address is an error that does not reveal a password")
  func invalid() {
    let texts = [
      "", "door", "file:///etc/passwd", "rtsp://", "concat:a|b", "udp://a:secret@b", "gopher://x:secret@y/z",
      "http://a:secret@", "rtsp://h:0/?p=secret", "rtsp://a:secret@h/ x", "rtsp://h:99999/",
    ]
    for text in texts {
      let error = #expect(throws: CaptureError.self, "\(text)") { try NetworkCameraAddress(text) }
      #expect(error.map { $0.code == .noSuchDevice && !"\($0)".contains("secret") } == true, "\(text)")
    }
  }
}
