import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("scan-qr with transparency")
struct TransparencyTests {
  private let command = Command(built: "scan-qr")
  private static let ffmpeg = "/usr/bin/ffmpeg"
  private static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: ffmpeg)
  private static let heifEncoder = "/usr/bin/heif-enc"

  private func png(_ text: String, dark: TestColor, light: TestColor) throws -> [UInt8] {
    let picture = try #require(QRSymbol(text)).picture(dark: dark, light: light)
    return try PNGEncoder().encode(picture).data.withBytes { bytes in bytes.withUnsafeBytes { Array($0) } }
  }

  /// The colours of a code: dark on transparent, light on transparent (zxing-cpp only), and only light modules.
  private static let looks: [(name: String, dark: TestColor, light: TestColor)] = {
    let all: [(name: String, dark: TestColor, light: TestColor)] = [
      ("dark", .black, .clear), ("light", .white, .clear), ("paper", .clear, .white),
    ]
    #if ZXing
      return all
    #else
      return all.filter { $0.name != "light" }
    #endif
  }()

  /// Writes a PNG for each look, and converts each with a tool.
  private func make(
    _ ending: String, in folder: TemporaryFolder, _ tool: String, _ arguments: (String, String) -> [String]
  ) throws -> [String] {
    try Self.looks.map { look in
      let source = "\(look.name).source.png"
      let name = "\(look.name).\(ending)"
      folder.file(source, try png(look.name, dark: look.dark, light: look.light))
      let outcome = try Command(at: tool).run(arguments(source, name), in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return name
    }
  }

  private static let formats: [(ending: String, options: String)] = [
    ("png", "-pix_fmt rgba"), ("png", "-pix_fmt ya8"), ("png", "-pix_fmt rgba64be"),
    ("png", "-filter_complex split[a][b];[a]palettegen[p];[b][p]paletteuse -pix_fmt pal8"),
    ("tiff", "-pix_fmt rgba"), ("webp", "-c:v libwebp -lossless 1"), ("webp", "-c:v libwebp -quality 80"),
    ("gif", "-filter_complex split[a][b];[a]palettegen[p];[b][p]paletteuse"),
  ]

  @Test(
    "A code that is invisible on white is read over black, in all formats with transparency",
    .enabled(if: hasFFmpeg, "ffmpeg is missing"), arguments: formats)
  func pictures(ending: String, options: String) throws {
    try TemporaryFolder.with { folder in
      let names = try make(ending, in: folder, Self.ffmpeg) { source, name in
        ["-v", "error", "-i", source] + options.split(separator: " ").map(String.init) + ["-frames:v", "1", name]
      }
      for (name, look) in zip(names, Self.looks) {
        let outcome = try command.run([name], in: folder.url)
        #expect(
          outcome.lines.last?.hasSuffix(look.name) == true && outcome.status == 0, "\(name) \(outcome.errors)")
      }
    }
  }

  @Test(
    "A code in a transparent animation is read", .enabled(if: hasFFmpeg, "ffmpeg is missing"),
    arguments: [("apng", "-f apng"), ("webp", "-c:v libwebp_anim -lossless 1")])
  func animations(ending: String, options: String) throws {
    try TemporaryFolder.with { folder in
      for look in Self.looks {
        for (index, text) in ["\(look.name) 1", "\(look.name) 2"].enumerated() {
          folder.file("\(index).png", try png(text, dark: look.dark, light: look.light))
        }
        let made = try Command(at: Self.ffmpeg).run(
          ["-v", "error", "-framerate", "2", "-i", "%d.png"] + options.split(separator: " ").map(String.init)
            + ["-y", "a.\(ending)"], in: folder.url)
        try #require(made.status == 0, "\(made.errors)")
        let outcome = try command.run(["a.\(ending)"], in: folder.url)
        #expect(outcome.lines == ["0.000 s: \(look.name) 1", "0.500 s: \(look.name) 2"], "\(outcome.errors)")
      }
    }
  }

  @Test(
    "A code in a transparent HEIC or AVIF picture is read",
    .enabled(if: FileManager.default.isExecutableFile(atPath: heifEncoder), "heif-enc is missing"),
    arguments: ["heic", "avif"])
  func pages(ending: String) throws {
    try TemporaryFolder.with { folder in
      let names = try make(ending, in: folder, Self.heifEncoder) { ["-q", "90", $0, "-o", $1] }
      for (name, look) in zip(names, Self.looks) {
        #expect(try command.run([name], in: folder.url).lines == [look.name])
      }
    }
  }

  @Test("Each picture of an icon is laid over the colour that shows its code")
  func icons() throws {
    let files = try Self.looks.map { look in
      (
        png: try png(look.name, dark: look.dark, light: look.light),
        side: try #require(QRSymbol(look.name)).side * 4 + 32
      )
    }
    let outcome = try command.run(["-"], input: PageFiles.icon(files))
    #expect(outcome.lines == Self.looks.enumerated().map { "page \($0 + 1): \($1.name)" }, "\(outcome.errors)")
  }

  @Test("A transparent code has the same corners as an opaque one")
  func geometry() throws {
    let opaque = try command.run(["--json", "-"], input: png("place", dark: .black, light: .white))
    let clear = try command.run(["--json", "-"], input: png("place", dark: .clear, light: .white))
    #expect(clear.text == opaque.text && clear.status == 0)
  }

  @Test("The annotated picture shows the code as it was read")
  func annotated() throws {
    try TemporaryFolder.with { folder in
      for look in Self.looks {
        folder.file("\(look.name).png", try png(look.name, dark: look.dark, light: look.light))
        let outcome = try command.run(["--force", "--annotate", "out.png", "\(look.name).png"], in: folder.url)
        #expect(outcome.lines == [look.name])
        let picture = try Picture(
          contentsOf: folder.path("out.png"), options: PictureReadingOptions(pixelFormat: .grey))
        let pixels = picture.pixelBuffer.pixels
        let width = picture.pixelBuffer.width
        // Pixels in the quiet zone, beside the outline, and in the middle of the first finder pattern.
        let paper = pixels[2 * width + 2]
        let module = pixels[30 * width + 30]
        let (dark, bright) = look.name == "light" ? (paper, module) : (module, paper)
        #expect(dark < 40 && bright > 215)
      }
    }
  }
}
