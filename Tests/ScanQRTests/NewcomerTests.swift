import Fixtures
import Foundation
import OpenCaptureMetadata
import OpenCapturePictures
import Testing
@testable import OpenCaptureScanQR

/// Command lines of a user who has never seen the command.
@Suite("scan-qr for newcomers")
struct NewcomerTests {
  private let command = Command(built: "scan-qr")

  private func code(_ text: String, module: Int = 4) throws -> PixelBuffer {
    try #require(QRSymbol(text)).picture(pixelsPerModule: module)
  }

  /// Runs the command on a terminal, which merges both output streams.
  private func runOnTerminal(_ arguments: String, in folder: TemporaryFolder) throws -> String {
    let line = "\(command.executable.path) \(arguments)"
    return try Command(at: "/usr/bin/script").run(["-qec", line, "/dev/null"], in: folder.url).text
  }

  @Test("A scan without --types reads each type with check characters")
  func usualTypes() throws {
    try TemporaryFolder.with { folder in
      let barcode = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)
      folder.file("ean.pgm", PNM.bytes(barcode))
      folder.file("qr.pgm", PNM.bytes(try code("QR")))
      let outcome = try command.run(["--raw", "ean.pgm", "qr.pgm"], in: folder.url)
      #expect(outcome.lines == ["4006381333931", "QR"] && outcome.errors == "")
      #expect(try command.run(["--types", "qr", "ean.pgm"], in: folder.url).status == 4)
    }
  }

  @Test("A hint mentions the other types if no code is found, except with --types all or --quiet")
  func hint() throws {
    try TemporaryFolder.with { folder in
      let barcode = try #require(EANSymbol("400638133393")).picture(pixelsPerModule: 3)
      folder.file("ean.pgm", PNM.bytes(barcode))
      #expect(try runOnTerminal("--types qr ean.pgm", in: folder).contains("no QR code found; use --types all"))
      // A slow scan shows its progress as well.
      let everything = try runOnTerminal("--types all ean.pgm", in: folder)
      #expect(everything.contains("4006381333931\r\n") && !everything.contains("--types all"))
      #expect(try runOnTerminal("--quiet --types qr ean.pgm", in: folder) == "")
      // The hint is also printed if standard error is a pipe, but not on standard output.
      let piped = try command.run(["--types", "qr", "ean.pgm"], in: folder.url)
      #expect(piped.errors.contains("--types all") && piped.lines.isEmpty)
    }
  }

  @Test("The hint requires that no code was found, and that not all types were searched")
  func hintCases() {
    let all: Set<MetadataObjectType> = [.qr, .ean13, .code128]
    let nothing = OpenCaptureScanQR.ExitStatus.nothingFound
    #expect(nothing.hint(types: [.qr], of: all) != nil && nothing.hint(types: [.ean13], of: all) != nil)
    #expect(nothing.hint(types: all, of: all) == nil && nothing.hint(types: nil, of: all) != nil)
    for status in [OpenCaptureScanQR.ExitStatus.found, .inputFailed, .interrupted] {
      #expect(status.hint(types: [.qr], of: all) == nil)
    }
  }

  @Test("Types are accepted in common spellings")
  func types() throws {
    let outcome = try command.run(["--types", "QR-Code,ean_13", "-"], input: PNM.bytes(code("spelled")))
    #expect(outcome.lines == ["spelled"])
  }

  @Test("The annotated picture has the format of its extension; other extensions are wrong usage")
  func annotated() throws {
    try TemporaryFolder.with { folder in
      folder.file("a.pgm", PNM.bytes(try code("A")))
      let formats: [(String, PictureFormat)] = [
        ("b.jpg", .jpeg), ("b.JPEG", .jpeg), ("b.png", .png), ("b", .png),
      ]
      for (name, format) in formats {
        #expect(try command.run(["--annotate", name, "a.pgm"], in: folder.url).status == 0)
        #expect(try EncodedPicture(contentsOf: folder.path(name)).format == format)
      }
      for (name, words) in [("b.webp", "use .png or .jpg"), ("b.mp4", "use .png"), ("-", "standard output")] {
        let outcome = try command.run(["--annotate", name, "a.pgm"], in: folder.url)
        #expect(outcome.status == 2 && outcome.errors.contains(words))
      }
    }
  }

  @Test("A picture over the limit is rejected with the option that raises the limit")
  func limit() throws {
    let outcome = try command.run(
      ["--max-megapixels", "1", "-"],
      input: Array("P5 1001 1000 255\n".utf8) + [UInt8](repeating: 9, count: 1_001_000))
    #expect(outcome.errors.contains("raise the limit with --max-megapixels"))
  }

  @Test("File names with a dash, URLs and misspelled options are explained")
  func explained() throws {
    try TemporaryFolder.with { folder in
      // The name contains -h, which could be parsed as help.
      folder.file("-photo.pgm", PNM.bytes(try code("behind a dash")))
      let dashed = try command.run(["-photo.pgm"], in: folder.url)
      #expect(dashed.status == 2 && dashed.text == "")
      #expect(dashed.errors.contains("scan-qr -- -photo.pgm"))
      #expect(try command.run(["--", "-photo.pgm"], in: folder.url).lines == ["behind a dash"])
    }
    let address = try command.run(["https://example.com/a.png"])
    #expect(address.status == 1 && address.errors.contains("curl -sL 'https://example.com/a.png' | scan-qr -"))
    let misspelled = try command.run(["--quite"])
    #expect(misspelled.status == 2 && misspelled.errors.contains("Unknown option '--quite'"))
  }

  @Test("Many codes are printed in reading order: by rows, each from the left")
  func order() throws {
    try TemporaryFolder.with { folder in
      let side = try code("r0c0").width
      var page = try PixelBuffer(format: .grey, width: side * 3, height: side * 2 + 12)
      let stride = page.planes[0].bytesPerRow
      try page.withUnsafeMutablePlane(0) {
        $0.initializeMemory(as: UInt8.self, repeating: 255).update(repeating: 255)
      }
      for (row, column) in [(1, 2), (0, 1), (1, 0), (0, 2), (0, 0), (1, 1)] {
        // Each symbol is a little lower than the previous one, as on a rotated page.
        let left = column * side
        let top = row * side + column * 4
        let symbol = try code("r\(row)c\(column)")
        try page.withUnsafeMutablePlane(0) { bytes in
          for y in 0..<side {
            for (x, value) in symbol.pixels[y * side..<(y + 1) * side].enumerated() {
              bytes[(top + y) * stride + left + x] = value
            }
          }
        }
      }
      folder.file("page.pgm", PNM.bytes(page))
      let outcome = try command.run(["page.pgm"], in: folder.url)
      #expect(outcome.lines == ["r0c0", "r0c1", "r0c2", "r1c0", "r1c1", "r1c2"])
    }
  }

  @Test("A completion script is printed without escapes")
  func completions() throws {
    let script = try command.run(["--generate-completion-script", "bash"]).text
    #expect(script.contains(#"printf '%s\n'"#) || script.contains(#"\"#))
    #expect(!script.contains(#"\\\\n"#) && !script.contains(#"\u{"#))
  }
}
