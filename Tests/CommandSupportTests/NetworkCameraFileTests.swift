import Fixtures
import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureNetworkCameras
import Testing

@testable import OpenCaptureCommandSupport

@Suite("List of network cameras")
struct NetworkCameraFileTests {
  /// Returns the file's cameras, or its error.
  private func read(_ text: String, mode: Int = 0o600) throws -> Result<[NetworkCameraEntry], CaptureError> {
    try TemporaryFolder.with { folder in
      let file = folder.file("cameras", Array(text.utf8))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      return Result { () throws(CaptureError) in try NetworkCameraFile(path: file.path).entries }
    }
  }

  private func error(_ text: String, mode: Int = 0o600) throws -> String {
    guard case .failure(let error) = try read(text, mode: mode) else { return "" }
    return "\(error)"
  }

  @Test("A line contains a camera's name, address and options")
  func lines() throws {
    let text = """
      # At the house
      door  rtsp://me:hunter2@door.local/stream1

      yard\thttps://yard.local/s.mjpg udp trust=/etc/yard.pem timeout=2.5 token=a=b
      """
    let entries = try read(text).get()
    #expect(entries.map(\.name) == ["door", "yard"])
    #expect(entries.map { "\($0.address)" } == ["rtsp://door.local/stream1", "https://yard.local/s.mjpg"])
    #expect(!entries[0].options.usesDatagrams && entries[1].options.usesDatagrams)
    #expect(entries[1].options.trustedCertificates == "/etc/yard.pem")
    #expect(entries[1].options.token == "a=b" && entries[0].options.token == nil)
    #expect(entries[1].options.timeout == MediaTime(value: 5, timescale: 2))
    let camera = entries[0].camera().identity
    #expect(camera.uniqueID == "door" && camera.localizedName == "door" && !"\(camera)".contains("hunter2"))
  }

  @Test("A missing file holds no cameras; a file that others can access is rejected with a command that fixes it")
  func modes() throws {
    #expect(try NetworkCameraFile(path: "/nowhere/cameras").entries.isEmpty)
    #expect(try read("").get().isEmpty)
    for mode in [0o644, 0o640, 0o602, 0o660] {
      #expect(try error("door rtsp://h/", mode: mode).contains("chmod 600 "), "\(mode)")
    }
    #expect(throws: CaptureError.self) { try NetworkCameraFile(path: "/tmp") }
  }

  @Test("The error for an invalid line contains its number, but nothing of its address")
  func mistakes() throws {
    let lines = [
      "rtsp://me:hunter2@door/", "door", "door me:hunter2@door", "default rtsp://me:hunter2@door/",
      "door rtsp://me:hunter2@door/ tcp", "door rtsp://me:hunter2@door/ timeout=0", "door ftp://me:hunter2@door/",
      "ok rtsp://h/\nok rtsp://me:hunter2@h/",
    ]
    for line in lines {
      let words = try error("\n" + line)
      let number = line.contains("\n") ? 3 : 2
      #expect(words.contains("cameras, line \(number)") && !words.contains("hunter2"), "\(words)")
    }
  }

  @Test("A URL is a network camera, unless it contains a password")
  func addresses() throws {
    #expect(try NetworkCameraEntry.named("rtsp://door.local/s")?.name == "rtsp://door.local/s")
    #expect(try NetworkCameraEntry.named("/dev/video0") == nil && NetworkCameraEntry.named("default") == nil)
    for text in ["rtsp://me:hunter2@door/s", "http://door/s?user=me&pwd=hunter2", "http://door/pwd=hunter2"] {
      let error = #expect(throws: CaptureError.self) { try NetworkCameraEntry.named(text) }
      let words = error.map { "\($0)" } ?? ""
      #expect(words.contains("opencapture/cameras") && !words.contains("hunter2"), "\(words)")
    }
  }

  @Test("A network camera needs its port, but not the system's cameras")
  func rights() throws {
    let entries = try read("a rtsp://h/\nb https://h:444/ trust=/x.pem\nc rtsp://h/ udp").get()
    let sandboxes = entries.map { Sandbox(for: $0) }
    #expect(sandboxes.map(\.ports) == [[554], [444], [554]])
    #expect(sandboxes.map(\.receivesDatagrams) == [false, false, true])
    #expect(sandboxes.map(\.readable) == [[], [InputPath("/x.pem")], []])
    #expect(sandboxes.allSatisfy { !$0.usesCameras && $0.writable.isEmpty && !$0.serves })
  }
}
