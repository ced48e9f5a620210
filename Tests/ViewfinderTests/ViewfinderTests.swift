import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

/// The command as people and scripts see it.
@Suite("viewfinder")
struct ViewfinderTests {
  private let command = Command(built: "viewfinder")

  private func pixels(_ file: String, in folder: TemporaryFolder) throws -> PixelBuffer {
    try Picture(contentsOf: folder.path(file), options: PictureReadingOptions(pixelFormat: .rgb24)).pixelBuffer
  }

  /// Red, green and blue of four pixels in a row.
  private let fourPixels = Array("P6 4 1 255\n".utf8) + [255, 0, 0, 0, 255, 0, 0, 0, 255, 90, 90, 90]

  @Test("Processors work in their order, and the format follows the name")
  func order() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", fourPixels)
      #expect(
        try command.run(
          ["--with", "grayscale:weights=average,crop:width=0.5", "a.ppm", "-o", "b.png"], in: folder.url
        )
        .status == 0)
      let result = try pixels("b.png", in: folder)
      #expect(result.dimensions == VideoDimensions(width: 2, height: 1))
      #expect(result.pixels == [85, 85, 85, 85, 85, 85])
      let jpeg = try command.run(["run", "a.ppm", "--with", "mirror", "-o", "b.jpeg"], in: folder.url)
      #expect(jpeg.status == 0)
      #expect(try EncodedPicture(contentsOf: folder.path("b.jpeg")).format == .jpeg)
    }
  }

  @Test("A picture comes out upright, with what was found outlined in it and told in its pixels")
  func found() throws {
    try TemporaryFolder.with { folder in
      let code = try #require(QRSymbol("upright")).picture(pixelsPerModule: 4)
      folder.file("a.pgm", PNM.bytes(code))
      let outcome = try command.run(
        ["--with", "codes,rotate:by=90", "--json", "a.pgm", "-o", "b.png"], in: folder.url)
      #expect(outcome.lines.count == 1)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
      #expect(object?["source"] as? String == "a.pgm")
      #expect(object?["text"] as? String == "upright")
      let corners = try #require(object?["corners"] as? [[Double]])
      let (near, far) = (16.0, Double(code.width) - 16)
      for (corner, expected) in zip(corners, [[far, near], [near, near], [near, far], [far, far]]) {
        #expect(abs(corner[0] - expected[0]) < 2 && abs(corner[1] - expected[1]) < 2)
      }
      let result = try pixels("b.png", in: folder)
      #expect(result.pixels.contains { $0 != 0 && $0 != 255 })
    }
  }

  @Test("The view is as large as asked for and turned; what is printed doesn't know of it")
  func view() throws {
    try TemporaryFolder.with { folder in
      let code = try #require(QRSymbol("view")).picture(pixelsPerModule: 4)
      folder.file("a.pgm", PNM.bytes(code))
      let plain = try command.run(["--with", "codes", "--json", "a.pgm"], in: folder.url)
      let view = ["--rotate", "90", "--mirror", "--gravity", "fill", "--size", "90x50", "-o", "b.png"]
      let outcome = try command.run(["--with", "codes", "--json", "a.pgm"] + view, in: folder.url)
      #expect(outcome.text == plain.text && !plain.text.isEmpty)
      #expect(try pixels("b.png", in: folder).dimensions == VideoDimensions(width: 90, height: 50))
      let mirrored = ["--rotate", "180", "--mirror", "-o", "c.png"]
      folder.file("b.ppm", fourPixels)
      #expect(try command.run(["--with", "mirror:flip=vertical", "b.ppm"] + mirrored, in: folder.url).status == 0)
      #expect(try pixels("c.png", in: folder).pixels == Array(fourPixels.suffix(12)))
    }
  }

  @Test("Several pictures go to a folder, each under its own name, JPEG as JPEG")
  func folder() throws {
    try TemporaryFolder.with { folder in
      for name in ["x/a.ppm", "x/a.pnm", "x/notes.txt"] {
        folder.file(name, name.hasSuffix("txt") ? [1] : fourPixels)
      }
      #expect(try command.run(["-w", "mirror", "x/a.ppm", "-o", "x/a.jpg"], in: folder.url).status == 0)
      let outcome = try command.run(["--with", "mirror", "-r", "x", "-o", "out"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["a-2.png", "a.jpg", "a.png"])
    }
  }

  @Test("An input is never written over, by whatever name it goes")
  func inputsAreKept() throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("a.png", fourPixels)
      for name in ["a.png", "./a.png", folder.path("a.png")] {
        let outcome = try command.run(["--with", "mirror", "a.png", "-o", name], in: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("overwrite"))
      }
      let outcome = try command.run(["--with", "mirror", "-r", ".", "-o", "."], in: folder.url)
      #expect(outcome.status == 1)
      #expect(try [UInt8](Data(contentsOf: file)) == fourPixels)
    }
  }

  @Test("A picture that fails is named, the others are done, status 1")
  func failure() throws {
    try TemporaryFolder.with { folder in
      folder.file("good.ppm", fourPixels)
      folder.file("cut.ppm", Array("P6 4 3 255\n".utf8) + fourPixels.dropFirst("P6 4 1 255\n".utf8.count))
      let outcome = try command.run(
        ["--with", "mirror", "cut.ppm", "none.ppm", "good.ppm", "-o", "out"], in: folder.url)
      #expect(outcome.status == 1)
      let messages = outcome.errors.split(separator: "\n")
      #expect(messages.count == 2)
      #expect(messages.first?.hasPrefix("viewfinder: cut.ppm: the PNM data ends") == true)
      #expect(messages.last?.hasPrefix("viewfinder: none.ppm: ") == true)
      // What there was of the first is not lost.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["cut.png", "good.png"])
    }
  }

  @Test("A processor that fails is named; the others do their work, status 1")
  func failingProcessor() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.ppm", fourPixels)
      let outcome = try command.run(
        ["--with", "crop:x=1,width=0,mirror", "a.ppm", "-o", "b.png"], in: folder.url)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("viewfinder: a.ppm: crop: "))
      #expect(try pixels("b.png", in: folder).pixels.prefix(3) == [90, 90, 90])
    }
  }

  @Test(
    "Wrong usage is status 2 and says what to do",
    arguments: [
      ([], "Nothing to read"), (["--with", "mirror", "-o", "a.png"], "Nothing to read"),
      (["--with", "mirrors", "-", "-o", "a.png"], "grayscale"),
      (["--with", "mirror:flop=1", "-", "-o", "a.png"], "flip"),
      (["--with", "codes:types=qr+nonsense", "-", "--json"], "ean13"),
      (["--with", "mirror", "-", "-o", "a.png", "-q", "-v"], "exclude"),
      (["--with", "mirror", "-", "-o", "a.png", "--size", "640"], "640x360"),
      (["--with", "mirror", "-", "-o", "a.png", "--rotate", "45"], "270"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ hint: String) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains(hint))
  }

  @Test("Without --with it looks for faces; a picture without any gives no line")
  func faces() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", PNM.bytes(try #require(QRSymbol("no face")).picture(pixelsPerModule: 4)))
      let outcome = try command.run(["--json", "a.pgm"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.text.isEmpty && outcome.errors.isEmpty)
      let missing = try command.run(
        ["--json", "a.pgm"], in: folder.url, environment: ["OPENCAPTURE_CASCADES": folder.path("")])
      #expect(missing.status == 2)
      #expect(missing.errors.contains("opencv-data"))
    }
  }

  @Test("It lists the processors with their options")
  func processors() throws {
    let outcome = try command.run(["processors"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("focus-peaking"))
    #expect(outcome.lines.contains("  by=…  degrees clockwise: one of 90 180 270"))
  }

  @Test(
    "The help texts are what was last read and approved: Tests/ViewfinderTests/*help.txt",
    arguments: [
      ("run", "help.txt"), ("photo", "photo-help.txt"), ("record", "record-help.txt"), ("serve", "serve-help.txt"),
      ("cameras", "cameras-help.txt"),
    ])
  func help(subcommand: String, name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    let outcome = try command.run([subcommand, "--help"])
    #expect(outcome.text == (try String(contentsOf: file, encoding: .utf8)))
  }
}
