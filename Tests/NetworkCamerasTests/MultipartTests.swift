import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureNetworkCameras
import OpenCapturePictures
import Testing

@Suite("Multipart JPEG streams")
struct MultipartTests {
  private func formats(_ part: [UInt8]) throws -> [CaptureDevice.Format] {
    let server = try PictureServer(.parts(part))
    defer { server.end() }
    return try NetworkCamera(NetworkCameraAddress(server.address()), localizedName: "Door").formats()
  }

  private static let picture: [UInt8] = {
    let data = try? JPEGEncoder().encode(PixelBuffer(format: .grey, width: 64, height: 48)).data
    return data?.withUnsafeBytes { [UInt8]($0) } ?? []
  }()

  /// Returns a part with a header; `LENGTH` stands for the length of a picture.
  private func part(_ header: String, end: String = "\r\n") -> [UInt8] {
    let head = header.replacing("LENGTH", with: "\(Self.picture.count)").replacing("\n", with: end)
    return Array(head.utf8) + Array(end.utf8) + Self.picture + Array(end.utf8)
  }

  @Test(
    "JPEG parts are read regardless of their headers",
    arguments: [
      "--frame\nContent-Type: image/jpeg\nContent-Length: LENGTH\n",
      "--frame\nContent-Type: image/jpg\nContent-Length: LENGTH\n", "--frame\nContent-Length: LENGTH\n",
      "--frame\ncontent-type: IMAGE/JPEG; charset=utf-8\ncontent-length: LENGTH\n",
      "--frame\nContent-Type: application/octet-stream\n", "--frame\n", "frame\nContent-Type: image/jpg\n",
      // Not the declared boundary.
      "door\nContent-Type: image/jpg\n",
      "--frame\nContent-Type: image/jpg\nContent-Length: 0\n",
      "--frame\nContent-Type: image/jpg\nContent-Length: 90\n",
      "--frame\nContent-Type: image/jpg\nContent-Length: 9LENGTH\n",
      "--frame\nContent-Type: image/jpg\nContent-Length: 99999999999999999999\n",
      "--frame\nContent-Type: text/html\n\n<html>\n--frame\nContent-Type: image/jpg\nContent-Length: LENGTH\n",
      "--frame\nContent-Type: text/html\nContent-Length: 6\n\n<html>\n--frame\nContent-Length: LENGTH\n",
    ], ["\r\n", "\n"])
  func headers(_ header: String, _ end: String) throws {
    let formats = try formats(part(header, end: end))
    #expect(formats.count == 2)
    #expect(formats.first?.dimensions == VideoDimensions(width: 64, height: 48))
  }

  @Test("A boundary directly after an image of unknown length ends the image")
  func noLineEnd() throws {
    let part = Array("--frame\r\nContent-Type: image/jpg\r\n\r\n".utf8) + Self.picture
    #expect(try formats(part).first?.dimensions == VideoDimensions(width: 64, height: 48))
  }

  @Test("The error for a camera without JPEG names the received type and gives a hint")
  func notJPEG() throws {
    for (type, content) in [("image/png", "\u{89}PNG"), ("text/html", "<html>")] {
      let part = "--frame\r\nContent-Type: \(type)\r\n\r\n\(content)\r\n"
      let error = #expect(throws: CaptureError.self) { try formats(Array(part.utf8)) }
      #expect(error?.code == .unsupported)
      #expect(error?.reason == "the camera sends \(type), not JPEG images")
      #expect(error?.hint?.contains("MJPEG") == true)
    }
  }
}
