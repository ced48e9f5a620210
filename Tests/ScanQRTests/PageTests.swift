import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("scan-qr with pages")
struct PageTests {
  private let command = Command(built: "scan-qr")

  private func codes(_ texts: [String]) throws -> [PixelBuffer] {
    try texts.map { try #require(QRSymbol($0)).picture(pixelsPerModule: 4) }
  }

  private func pages(_ outcome: Command.Outcome) throws -> [Int?] {
    try outcome.lines.map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["page"] as? Int
    }
  }

  @Test(
    "Lines contain the page of several, JSON always does; neither contains a time", arguments: ["tiff", "pdf"])
  func lines(ending: String) throws {
    try TemporaryFolder.with { folder in
      let make = ending == "pdf" ? { PageFiles.pdf($0) } : { PageFiles.tiff($0) }
      folder.file("three.\(ending)", make(try codes(["one", "two", "three"])))
      folder.file("single.\(ending)", make(try codes(["alone"])))
      let three = try command.run(["three.\(ending)"], in: folder.url)
      #expect(three.lines == ["page 1: one", "page 2: two", "page 3: three"])
      #expect(three.status == 0 && three.errors == "")
      #expect(try command.run(["single.\(ending)"], in: folder.url).lines == ["alone"])
      let both = try command.run(["single.\(ending)", "three.\(ending)"], in: folder.url)
      #expect(both.lines.prefix(2) == ["single.\(ending): alone", "three.\(ending): page 1: one"])
      let json = try command.run(["--json", "three.\(ending)", "single.\(ending)"], in: folder.url)
      #expect(try pages(json) == [1, 2, 3, 1])
      #expect(!json.text.contains("\"time\""))
    }
  }

  @Test("A small code in a PDF is read at a finer resolution, with corners in pixels of the usual one")
  func smallCode() throws {
    try TemporaryFolder.with { folder in
      // 0.11 mm per module is less than a pixel at 200 pixels per inch.
      let text = "BEGIN:VCARD N:Doe FN:Jane Doe TEL:+15550100 EMAIL:jane@example.com END:VCARD"
      let symbol = try #require(QRSymbol(text)).picture(pixelsPerModule: 1)
      folder.file("label.pdf", PageFiles.pdf([symbol], pointsPerPixel: 0.31))
      #expect(try command.run(["label.pdf"], in: folder.url).lines == [text])
      #expect(try command.run(["--dpi", "400", "label.pdf"], in: folder.url).lines == [text])
      #expect(try command.run(["--dpi", "72", "label.pdf"], in: folder.url).status == 4)
      let json = try command.run(["--json", "label.pdf"], in: folder.url)
      let line = try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any]
      let bounds = try #require(line?["bounds"] as? [Double])
      let side = Double(symbol.width) * 0.31 * 200 / 72
      #expect(bounds[0] > 0 && bounds[0] + bounds[2] < side && bounds[2] > side / 2)
      let refused = try command.run(["--dpi", "5", "label.pdf"], in: folder.url)
      #expect(refused.status != 0 && refused.errors.contains("--dpi must be between 18 and 2400"))
    }
  }

  @Test("JSON contains no page for a plain picture")
  func noPage() throws {
    let outcome = try command.run(["--json", "-"], input: PNM.bytes(codes(["plain"])[0]))
    #expect(try pages(outcome) == [nil])
  }

  @Test("Pages can be read from a pipe, and --one stops at the first page with a code")
  func pipe() throws {
    let blank = try PixelBuffer(format: .grey, width: 64, height: 64)
    let file = PageFiles.tiff([blank] + (try codes(["second", "third"])))
    #expect(try command.run(["-"], input: file).lines == ["page 2: second", "page 3: third"])
    #expect(try command.run(["--one", "-"], input: file).lines == ["page 2: second"])
  }

  @Test("A page that cannot be read is reported with status 1, and the others are scanned")
  func failedPage() throws {
    try TemporaryFolder.with { folder in
      let whole = PageFiles.tiff(try codes(["one", "two"]))
      folder.file("cut.tiff", Array(whole.dropLast(40)))
      let outcome = try command.run(["cut.tiff"], in: folder.url)
      #expect(outcome.lines == ["page 1: one"] && outcome.status == 1)
      #expect(outcome.errors.hasPrefix("scan-qr: cut.tiff: page 2: "))
    }
  }

  @Test("Too many pages are rejected with the option that raises the limit")
  func pageLimit() throws {
    let file = PageFiles.tiff(try codes(["one", "two"]))
    let outcome = try command.run(["--max-pages", "1", "-"], input: file)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("the file has more pages than the limit of 1; raise the limit with --max-pages"))
    #expect(try command.run(["--max-pages", "0", "-"], input: file).status == 2)
  }

  @Test("Each page has its own annotated picture, in a folder whose name ends in a slash")
  func annotated() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pdf", PageFiles.pdf(try codes(["one", "two"])))
      let single = try command.run(["--annotate", "out.png", "a.pdf"], in: folder.url)
      #expect(
        single.status == 1 && single.errors.contains("2 pages")
          && single.errors.contains("end the name in /"))
      #expect(try command.run(["--annotate", "out/", "a.pdf"], in: folder.url).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names == ["a.page-1.png", "a.page-2.png"])
    }
  }

  @Test(
    "Animations are movies with a time for each code",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg is missing"),
    arguments: [("a.apng", "-f apng"), ("a.webp", "-c:v libwebp_anim -lossless 1"), ("a.gif", "")])
  func animations(name: String, options: String) throws {
    try TemporaryFolder.with { folder in
      for (index, picture) in try codes(["one", "two"]).enumerated() {
        folder.file("\(index).pgm", PNM.bytes(picture))
      }
      let made = try Command(at: "/usr/bin/ffmpeg").run(
        ["-v", "error", "-framerate", "2", "-i", "%d.pgm"] + options.split(separator: " ").map(String.init) + [
          name
        ],
        in: folder.url)
      try #require(made.status == 0, "\(made.errors)")
      let outcome = try command.run([name], in: folder.url)
      #expect(outcome.lines == ["0.000 s: one", "0.500 s: two"] && outcome.errors == "")
    }
  }

  @Test("A document opens no other file", .enabled(if: SystemCallTrace.isPossible, "strace is missing"))
  func traced() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pdf", PageFiles.pdf(try codes(["traced"])))
      folder.file("a.tiff", PageFiles.tiff(try codes(["traced"])))
      let trace = try SystemCallTrace(of: command, ["--no-sandbox", "a.pdf", "a.tiff"], in: folder.url)
      #expect(trace.outcome.lines == ["a.pdf: traced", "a.tiff: traced"])
      #expect(Set(trace.files) == ["a.pdf", "a.tiff"] && trace.networkCalls == [])
    }
  }
}
