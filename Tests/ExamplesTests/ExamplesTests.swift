import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

/// Tests that run the examples and the samples of the documentation.
@Suite("Examples")
struct ExamplesTests {
  @Test("read-codes prints a code and its center")
  func readCodes() throws {
    try TemporaryFolder.with { folder in
      let picture = try #require(QRSymbol("from the README")).picture(pixelsPerModule: 4)
      let file = folder.file("a.pgm", PNM.bytes(picture))
      let outcome = try Command(built: "read-codes").run([file.path])
      #expect(outcome.status == 0)
      #expect(outcome.text.hasPrefix("qr from the README at Point("))
    }
  }

  @Test("The capture tutorials work with synthetic cameras")
  func tutorial() throws {
    let outcome = try Command(built: "capture-tutorial").run([])
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.filter { !$0.hasPrefix("dropped") } == [
        "frames: upright, in BGRA", "code: hello", "switched to: front", "switched to: back",
        "highest rate: YUYV 640×480 at 60, 30, 15 fps", "frame duration: 1/15 s (0.066667)",
        "focus at: 0.5, 0.25; adjusting", "torch: on",
      ])
  }

  @Test("The samples of the documentation work with generated pictures and synthetic cameras")
  func guide() throws {
    try TemporaryFolder.with { folder in
      #expect(try Command(built: "demo-picture").run([folder.path("codes.png")]).status == 0)
      #expect(try Command(built: "demo-picture").run(["--faces", folder.path("faces.png")]).status == 0)
      let pages = try ["first", "second"].map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
      let document = folder.file("pages.tiff", PageFiles.tiff(pages))
      let outcome = try Command(built: "guide").run([
        folder.path("codes.png"), folder.path("faces.png"), folder.path(""), document.path,
      ])
      #expect(outcome.errors == "")
      let codes = ["Grüße · Привет · Γειά σου", "OpenCapture: what the camera sees, in Swift"]
      #expect(
        outcome.lines == [
          "thumbnail: 960×640 reduced to 480×320", "codes: \(codes + ["https://en.wikipedia.org/wiki/QR_code"])",
          "face: tilted to the left", "face: upright", "face: tilted to the right",
          "page 1: first", "page 2: second",
          "codes of an upload: \(codes + ["https://en.wikipedia.org/wiki/QR_code"])",
          "first code: hello",
          "mirrored: 10 frames of 1920×1080", "still: 320×180", #"codes in the movie: ["hello"]"#,
          "faces in the movie: 3", "faces in the first of 30 frames: 3", "peaks: [-6.0, -6.0]",
          "photo: 3840×2160 with 160×90", "bracket: [-1.0, 0.0, 1.0]", "click", "photo: 320×240", "done",
          "brightness: 0.0", "brightness: 51.0", "brightness: 102.0", "brightness: 153.0", "brightness: 204.0",
          "brightness: 255.0", "codes between the strips: 2",
          #"engine: ["night"]"#, "error: badLabel label 7 check the name",
          "error: tray 2: the tray is empty; load paper",
          "error: continue without door: no answer; connect again",
        ])
    }
  }

  @Test("scan-qr reads the three codes in the demo's picture")
  func demo() throws {
    try TemporaryFolder.with { folder in
      #expect(try Command(built: "demo-picture").run([folder.path("demo.png")]).status == 0)
      let outcome = try Command(built: "scan-qr").run([folder.path("demo.png")])
      #expect(
        Set(outcome.lines) == [
          "OpenCapture: what the camera sees, in Swift", "https://en.wikipedia.org/wiki/QR_code",
          "Grüße · Привет · Γειά σου",
        ])
    }
  }

  @Test("Focus peaking marks only the sharp stripe of the demo's picture with a shallow depth of field")
  func shallow() throws {
    try TemporaryFolder.with { folder in
      #expect(try Command(built: "demo-picture").run(["--shallow", folder.path("a.png")]).status == 0)
      let arguments = ["--with", "focus-peaking", folder.path("a.png"), "-o", folder.path("b.png")]
      #expect(try Command(built: "viewfinder").run(arguments).status == 0)
      let options = PictureReadingOptions(pixelFormat: .rgb24)
      let pixels = try Picture(contentsOf: folder.path("b.png"), options: options).pixelBuffer.pixels
      let red = stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] == 255 && pixels[$0 + 1] == 0 }
      // Where blurred modules touch, single pixels look sharp.
      #expect(red.prefix(red.count * 2 / 5).count { $0 } < red.count / 20_000)
      #expect(red.count { $0 } > red.count / 50)
    }
  }

  @Test("viewfinder detects the three faces of the demo's picture with their roll angles")
  func faces() throws {
    try TemporaryFolder.with { folder in
      #expect(try Command(built: "demo-picture").run(["--faces", folder.path("a.png")]).status == 0)
      let outcome = try Command(built: "viewfinder").run(["--json", folder.path("a.png")])
      let faces = try outcome.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      let rolls = faces.compactMap { $0?["roll"] as? Double }.sorted()
      #expect(rolls.count == 3)
      for (roll, drawn) in zip(rolls, [-14.0, 0, 18]) { #expect(abs(roll - drawn) < 8) }
    }
  }
}
