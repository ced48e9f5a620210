import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

@Suite("scan-qr with movies")
struct MovieScanTests {
  private let command = Command(built: "scan-qr")
  private static let size = VideoDimensions(width: 160, height: 160)

  /// Writes a movie with ten frames per second that shows the given texts, frame by frame.
  private func movie(_ path: String, _ texts: [String?], orientation: ImageOrientation = .up) throws {
    var options = MovieWritingOptions(expectedFrameRate: 10)
    options.timescale = 10
    let writer = try MovieWriter(
      contentsOfPath: Array(path.utf8), dimensions: Self.size, orientation: orientation, options: options)
    for (index, text) in texts.enumerated() {
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 10))
      try writer.append(
        SampleBuffer(
          pixelBuffer: try frame(text), colorMatrix: .bt709, timing: timing, orientation: orientation))
    }
    try writer.finish()
  }

  /// Returns a frame: empty for nil, blurred for a text that begins with `~`.
  private func frame(_ text: String?) throws -> PixelBuffer {
    guard text?.first != "~" else {
      let sharp = try frame(text.map { String($0.dropFirst()) })
      let small = VideoDimensions(width: Self.size.width / 10, height: Self.size.height / 10)
      return try sharp.scaled(to: small).scaled(to: Self.size, filter: .bilinear)
    }
    var picture = try PixelBuffer(format: .grey, width: Self.size.width, height: Self.size.height)
    let code = try text.map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
    let stride = picture.planes[0].bytesPerRow
    let codeStride = code?.planes[0].bytesPerRow ?? 0
    try picture.withUnsafeMutablePlane(0) { pixels in
      _ = pixels.initializeMemory(as: UInt8.self, repeating: 255)
      code?.withUnsafePlane(0) { modules in
        for y in 0..<(code?.height ?? 0) {
          for x in 0..<(code?.width ?? 0) { pixels[(y + 8) * stride + x + 8] = modules[y * codeStride + x] }
        }
      }
    }
    return picture
  }

  @Test("A code gets a line with its time when it appears, and no other line while it stays in view")
  func appearances() throws {
    try TemporaryFolder.with { folder in
      // After half a second out of sight, it is the same appearance; after three, a new one.
      let runs: [(text: String?, count: Int)] = [
        (nil, 4), ("one", 5), (nil, 5), ("one", 5), ("two", 30), ("one", 2),
      ]
      try movie(folder.path("a.mp4"), runs.flatMap { Array(repeating: $0.text, count: $0.count) })
      let outcome = try command.run(["a.mp4"], in: folder.url)
      #expect(outcome.text == "0.400 s: one\n1.900 s: two\n4.900 s: one\n")
      #expect(outcome.errors.isEmpty)
      #expect(outcome.status == 0)
    }
  }

  @Test("A blurred frame between sharp ones does not end an appearance, even with a short --rearm")
  func blurred() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), ["one", "one", "~one", "~one", "one", "one", nil, nil, nil, nil, "one"])
      let outcome = try command.run(["--rearm", "0.1", "a.mp4"], in: folder.url)
      #expect(outcome.text == "0.000 s: one\n1.000 s: one\n")
    }
  }

  @Test("JSON contains the time in seconds, and corners in pixels of the upright frame")
  func json() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mov"), [nil, "hello"], orientation: .right)
      let outcome = try command.run(["--json", "a.mov"], in: folder.url)
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
      #expect(object["source"] as? String == "a.mov")
      #expect(object["time"] as? Double == 0.1)
      #expect(object["text"] as? String == "hello")
      // After a clockwise rotation, the offset of 24 pixels is from the right and the top.
      let corners = try #require(object["corners"] as? [[Double]])
      #expect(abs(corners[0][0] - (160 - 24)) < 2)
      #expect(abs(corners[0][1] - 24) < 2)
    }
  }

  @Test("Codes of movies and pictures are printed in the given order, and --one stops at the first")
  func order() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mkv"), Array(repeating: "in a movie", count: 20) + ["later"])
      folder.file("b.pgm", PNM.bytes(try frame("in a picture")))
      let both = try command.run(["b.pgm", "a.mkv", "b.pgm"], in: folder.url)
      #expect(
        both.lines == [
          "b.pgm: in a picture", "a.mkv: 0.000 s: in a movie", "a.mkv: 2.000 s: later", "b.pgm: in a picture",
        ])
      // The picture is finished first, but the movie before it is still scanned.
      for _ in 0..<8 {
        let outcome = try command.run(["--one", "-j2", "a.mkv", "b.pgm"], in: folder.url)
        #expect(outcome.lines == ["a.mkv: 0.000 s: in a movie"])
      }
    }
  }

  @Test("A truncated movie is scanned up to its end, and counts as failed")
  func truncated() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mkv"), Array(repeating: "hello", count: 40))
      let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "a.mkv")))
      folder.file("b.mkv", Array(bytes.prefix(bytes.count * 3 / 4)))
      let outcome = try command.run(["b.mkv"], in: folder.url)
      #expect(outcome.text == "0.000 s: hello\n")
      #expect(outcome.errors.contains("scan-qr: b.mkv: the movie ends early"))
      #expect(outcome.status == 1)
    }
  }

  @Test("In folders, files with a movie's extension are scanned, and other files are skipped")
  func folders() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), ["hello"])
      try FileManager.default.copyItem(atPath: folder.path("a.mp4"), toPath: folder.path("b.data"))
      folder.file("notes.txt", Array("nothing to see".utf8))
      let outcome = try command.run(["--recursive", "."], in: folder.url)
      #expect(outcome.text == "./a.mp4: 0.000 s: hello\n")
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test("A movie can be read from standard input")
  func standardInput() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), ["hello"])
      let bytes = [UInt8](try Data(contentsOf: folder.url.appending(path: "a.mp4")))
      #expect(try command.run(["-"], input: bytes).text == "0.000 s: hello\n")
    }
  }

  @Test("A movie cannot be annotated")
  func annotation() throws {
    try TemporaryFolder.with { folder in
      try movie(folder.path("a.mp4"), ["hello"])
      let outcome = try command.run(["--annotate", "out.png", "a.mp4"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("--annotate writes pictures"))
      #expect(folder.contents == ["a.mp4"])
    }
  }

  @Test("Scanning a picture loads no library of FFmpeg")
  func nothingExtra() throws {
    try TemporaryFolder.with { folder in
      let picture = folder.file("a.pgm", PNM.bytes(try frame("hello"))).path
      try movie(folder.path("a.mp4"), ["hello"])
      // The dynamic linker logs the libraries that it opens.
      func libraries(_ input: String) throws -> String {
        let log = folder.path("log")
        let outcome = try Command(at: "/usr/bin/env").run(
          ["LD_DEBUG=files", "LD_DEBUG_OUTPUT=\(log)", command.executable.path, input])
        #expect(outcome.text.contains("hello"))
        let name = try #require(folder.contents.first { $0.hasPrefix("log.") })
        defer { try? FileManager.default.removeItem(atPath: folder.path(name)) }
        return try String(contentsOfFile: folder.path(name), encoding: .utf8)
      }
      #expect(try libraries(folder.path("a.mp4")).contains("libavformat"))
      #expect(!(try libraries(picture).contains("libav")))
    }
  }
}
