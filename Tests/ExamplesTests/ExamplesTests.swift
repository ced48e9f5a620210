import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

/// What the documentation shows must compile, run, and be what is shown.
@Suite("Examples")
struct ExamplesTests {
  @Test("read-codes prints a code and where it is seen in the view")
  func readCodes() throws {
    try TemporaryFolder.with { folder in
      let picture = try #require(QRSymbol("from the README")).picture(pixelsPerModule: 4)
      let file = folder.file("a.pgm", PNM.bytes(picture))
      let outcome = try Command(built: "read-codes").run([file.path])
      #expect(outcome.status == 0)
      #expect(outcome.text.hasPrefix("qr from the README at Point("))
    }
  }

  @Test("The tutorials on video capture can be followed, on cameras made of software")
  func tutorial() throws {
    let outcome = try Command(built: "capture-tutorial").run([])
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.filter { !$0.hasPrefix("dropped") } == [
        "frames: upright, as BGRA", "code: hello", "switched to: front", "and back to: back",
        "highest rate: YUYV 640×480 at 60, 30, 15 fps", "frames last: 1/15 s (0.066667)",
        "focus at: 0.5, 0.25; adjusting", "torch: on",
      ])
  }

  @Test("What the articles show works, on pictures and cameras made of software")
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
          "thumbnail: 960×640 became 480×320", "codes: \(codes + ["https://en.wikipedia.org/wiki/QR_code"])",
          "face: tilted to the left", "face: upright", "face: tilted to the right",
          "page 1: first", "page 2: second", "first code: hello",
          "mirrored: 10 frames of 1920×1080", "still: 320×180", #"codes in the movie: ["hello"]"#,
          "faces in the movie: 3", "from its beginning on: 3 of 30 frames", "loudest: [-6.0, -6.0]",
          "photo: 3840×2160 with 160×90", "bracket: [-1.0, 0.0, 1.0]", "click", "photo: 320×240", "done",
          "light: 0.0", "light: 51.0",
          "light: 102.0", "light: 153.0", "light: 204.0", "light: 255.0", "codes between the strips: 2",
          #"engine: ["night"]"#, "error: badLabel label 7 check the name",
          "error: tray 2: it is empty; put paper in",
          "error: go on without door: nobody is there; call again",
        ])
    }
  }

  @Test("The demo's picture has three codes, and scan-qr reads them all")
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

  @Test("With a shallow depth of field, what is in focus is red in the demo's picture, and nothing else")
  func shallow() throws {
    try TemporaryFolder.with { folder in
      #expect(try Command(built: "demo-picture").run(["--shallow", folder.path("a.png")]).status == 0)
      let arguments = ["--with", "focus-peaking", folder.path("a.png"), "-o", folder.path("b.png")]
      #expect(try Command(built: "viewfinder").run(arguments).status == 0)
      let options = PictureReadingOptions(pixelFormat: .rgb24)
      let pixels = try Picture(contentsOf: folder.path("b.png"), options: options).pixelBuffer.pixels
      let red = stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] == 255 && pixels[$0 + 1] == 0 }
      #expect(red.prefix(red.count * 2 / 5).count { $0 } == 0)
      #expect(red.count { $0 } > red.count / 50)
    }
  }

  @Test("The three faces of the demo's picture are found, tilted as they are drawn")
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
