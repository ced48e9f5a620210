import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures
import Testing

/// Runs over files whose pictures are decoded in worker processes.
@Suite("viewfinder with hostile decoders")
struct PictureWorkerTests {
  private let command = Command(built: "viewfinder")

  @Test("A document that crashes its decoder fails alone", .crashingPoppler)
  func crash() throws {
    try TemporaryFolder.with { folder in
      folder.file("1-nested.pdf", PageFiles.nested)
      folder.file("2-code.pgm", try PNM.bytes(#require(QRSymbol("survives")).picture(pixelsPerModule: 4)))
      let outcome = try command.run(["-r", ".", "--with", "codes", "--json"], in: folder.url)
      #expect(outcome.lines.count == 1 && outcome.text.contains("survives") && outcome.status == 1)
      #expect(outcome.errors.contains("1-nested.pdf: the decoder crashed (SIGSEGV)"), "\(outcome.errors)")
    }
  }

  @Test("Outputs, results and errors are those of the command's own process")
  func equality() throws {
    try TemporaryFolder.with { folder in
      let codes = try ["one", "Grüße", "三"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      folder.file("in/pages.pdf", PageFiles.pdf(codes))
      folder.file("in/turned.tiff", PageFiles.tiff(codes, orientation: .right))
      folder.file("in/code.pgm", PNM.bytes(codes[0]))
      let clear = try #require(QRSymbol("clear")).picture(dark: .white, light: .clear)
      let png = try PNGEncoder().encode(clear).data.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
      folder.file("in/clear.png", png)
      folder.file("in/cut.png", Array(png.prefix(png.count * 3 / 4)))
      folder.file("in/broken.png", Array("\u{89}PNG".utf8))
      folder.file("in/text.txt", Array("text".utf8))
      try MovingMovie.write(folder.path("in/movie.mp4"), VideoDimensions(width: 320, height: 240), frames: 5)
      let outcomes = try ["none", "process"].map { isolation in
        try command.run(
          ["-r", "in", "--with", "codes,grayscale", "--json", "--isolation", isolation, "-o", "\(isolation)/"],
          in: folder.url)
      }
      #expect(outcomes[0].lines == outcomes[1].lines && outcomes[0].lines.count >= 7, "\(outcomes)")
      #expect(outcomes[0].errors == outcomes[1].errors && outcomes[0].status == outcomes[1].status)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("none"))
      #expect(names.count >= 9)
      #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path("process"))) == Set(names))
      for name in names where !name.hasSuffix(".mp4") {
        let files = try ["none", "process"].map {
          try Data(contentsOf: URL(filePath: folder.path("\($0)/\(name)")))
        }
        #expect(files[0] == files[1], "\(name)")
      }
    }
  }

  @Test("A page whose output exists fails alone", arguments: ["none", "process"])
  func existingPage(_ isolation: String) throws {
    try TemporaryFolder.with { folder in
      let codes = try ["one", "two", "three"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      folder.file("pages.pdf", PageFiles.pdf(codes))
      folder.file("out/pages.page-1.png", [])
      let outcome = try command.run(["--isolation", isolation, "pages.pdf", "-o", "out/"], in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("pages.page-1.png"))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["pages.page-1.png", "pages.page-2.png", "pages.page-3.png"])
    }
  }

  @Test("A document of several pages is rejected for one output")
  func pages() throws {
    try TemporaryFolder.with { folder in
      let codes = try ["one", "two"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      folder.file("pages.pdf", PageFiles.pdf(codes))
      let outcome = try command.run(["--isolation", "process", "pages.pdf", "-o", "page.png"], in: folder.url)
      #expect(outcome.status == 1 && outcome.errors.contains("cannot write 2 pages to one picture"))
      #expect(folder.contents == ["pages.pdf"])
    }
  }

  @Test(
    "A window shows, writes and reports all frames of a movie, but loads no decoder",
    .enabled(if: XServer.isInstalled, "Xvfb is not installed"), arguments: [[], ["-o", "written.mp4"]])
  func window(_ output: [String]) throws {
    let server = try XServer(size: "640x480")
    defer { server.end() }
    try TemporaryFolder.with { folder in
      let picture = try #require(QRSymbol("moving")).picture(pixelsPerModule: 4)
      let writer = try MovieWriter(folder.path("movie.mp4"), for: SampleBuffer(pixelBuffer: picture))
      let frameCount = 30
      for frame in 0..<frameCount {
        let time = MediaTime(value: Int64(frame), timescale: 30)
        try writer.append(
          SampleBuffer(pixelBuffer: picture, timing: SampleTiming(presentationTimeStamp: time)))
      }
      try writer.finish()
      let running = try RunningCommand(
        command, ["--show", "--json", "--with", "codes", "movie.mp4"] + output, in: folder.url,
        environment: ["DISPLAY": server.display, "SDL_VIDEODRIVER": "x11"])
      for frame in 0..<frameCount {
        let line = try #require(try running.nextLine(), "frame \(frame)")
        #expect(line.contains("moving"))
      }
      let file = try #require(FileHandle(forReadingAtPath: "/proc/\(running.processIdentifier)/maps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      #expect(maps.contains("libSDL") && !maps.contains("libavcodec"))
      running.send(SIGTERM)
      #expect(try running.remainingLines().isEmpty)
      _ = try running.status()
      guard let name = output.last else { return }
      let written = try MovieReader(contentsOf: folder.path(name))
      for frame in 0..<frameCount { #expect(try written.nextSample() != nil, "frame \(frame)") }
      #expect(try written.nextSample() == nil)
    }
  }
}
