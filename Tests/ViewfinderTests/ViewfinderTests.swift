import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

/// The command as users and scripts see it.
@Suite("viewfinder")
struct ViewfinderTests {
  private let command = Command(built: "viewfinder")

  private func pixels(_ file: String, in folder: TemporaryFolder) throws -> PixelBuffer {
    try Picture(contentsOf: folder.path(file), options: PictureReadingOptions(pixelFormat: .rgb24)).pixelBuffer
  }

  /// A picture of four pixels in a row: red, green, blue and grey.
  private let fourPixels = Array("P6 4 1 255\n".utf8) + [255, 0, 0, 0, 255, 0, 0, 0, 255, 90, 90, 90]

  @Test("Processors run in their order, and the format follows the file extension")
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

  @Test("A picture is written upright with outlined detections, which are printed in its pixels")
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
      let near = 16.0
      let far = Double(code.width) - 16
      for (corner, expected) in zip(corners, [[far, near], [near, near], [near, far], [far, far]]) {
        #expect(abs(corner[0] - expected[0]) < 2 && abs(corner[1] - expected[1]) < 2)
      }
      let result = try pixels("b.png", in: folder)
      #expect(result.pixels.contains { $0 != 0 && $0 != 255 })
    }
  }

  @Test("The view has the requested size and rotation, which do not affect printed objects")
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

  @Test("Several pictures are written to a folder under their own names, JPEG as JPEG")
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

  @Test("An input is never overwritten, whatever its name")
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

  @Test("A picture that fails is reported with status 1, and the others are processed")
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
      // The readable part of the first picture is written.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted() == ["cut.png", "good.png"])
    }
  }

  @Test("A processor that fails is reported with status 1, and the others run")
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
    "Wrong usage gives status 2 and a hint",
    arguments: [
      (["--json"], "No input"), (["--with", "mirror", "-o", "a.png"], "No input"),
      (["a.png", "-o", "x.bmp"], "Unknown output format: x.bmp (use ."),
      (["--with", "mirrors", "-", "-o", "a.png"], "grayscale"),
      (["--with", "mirror:flop=1", "-", "-o", "a.png"], "flip"),
      (["--with", "codes:types=qr+nonsense", "-", "--json"], "ean13"),
      (["--with", "mirror", "-", "-o", "a.png", "-q", "-v"], "combined"),
      (["--with", "mirror", "-", "-o", "a.png", "--size", "640"], "640x360"),
      (["--with", "mirror", "-", "-o", "a.png", "--rotate", "45"], "270"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ hint: String) throws {
    let outcome = try command.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains(hint))
  }

  @Test("Without --with, faces and codes are detected")
  func faces() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", PNM.bytes(try #require(QRSymbol("no face")).picture(pixelsPerModule: 4)))
      let outcome = try command.run(["--json", "a.pgm"], in: folder.url)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.lines.count == 1 && outcome.text.contains("no face"))
      let missing = try command.run(
        ["--json", "a.pgm"], in: folder.url, environment: ["OPENCAPTURE_CASCADES": folder.path("")])
      #expect(missing.status == 2)
      #expect(missing.errors.contains("opencv-data"))
    }
  }

  @Test("The processors are listed with their options")
  func processors() throws {
    let outcome = try command.run(["processors"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("focus-peaking  Highlights edges that are in focus."))
    #expect(outcome.lines.contains("  by=…  degrees clockwise (default: 90): one of 90 180 270"))
    let one = try command.run(["processors", "rotate"])
    #expect(one.lines.first == "rotate  Rotates the picture." && !one.text.contains("focus-peaking"))
    #expect(one.text.contains("viewfinder --with rotate:by=… FILE"))
    let unknown = try command.run(["processors", "rotat"])
    #expect(unknown.status == 2 && unknown.errors.contains("focus-peaking"))
  }

  @Test(
    "The help texts match the approved ones in Tests/ViewfinderTests/*help.txt",
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
