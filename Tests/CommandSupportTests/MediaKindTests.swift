import OpenCaptureCommandSupport
import Testing

@Suite("Detection of an input's kind")
struct MediaKindTests {
  private func kind(_ bytes: [UInt8], mayBeMovie: Bool = true) -> MediaKind {
    MediaKind(bytes.span.bytes, mayBeMovie: mayBeMovie)
  }

  private func png(_ chunks: [(name: String, length: Int)]) -> [UInt8] {
    chunks.reduce([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]) { bytes, chunk in
      let length = (0..<4).map { UInt8(truncatingIfNeeded: chunk.length >> (24 - $0 * 8)) }
      return bytes + length + Array(chunk.name.utf8) + [UInt8](repeating: 0, count: min(chunk.length, 8000) + 4)
    }
  }

  @Test("A PNG is animated if its acTL chunk precedes the picture data")
  func animated() {
    #expect(kind(png([("IHDR", 13), ("acTL", 8), ("IDAT", 20)])) == .animatedPicture)
    #expect(kind(png([("IHDR", 13), ("gAMA", 4), ("acTL", 8), ("IDAT", 20)])) == .animatedPicture)
    #expect(kind(png([("IHDR", 13), ("IDAT", 20), ("acTL", 8)])) == .picture)
    #expect(kind(png([("IHDR", 13)])) == .picture)
    // A length beyond the end.
    #expect(kind(png([("IHDR", 13), ("iCCP", 0xffff_ffff)])) == .picture)
  }

  @Test("Pages differ from movies; empty input is a picture; an unknown format is a movie only if allowed")
  func others() {
    #expect(kind(Array("%PDF-1.7".utf8), mayBeMovie: false) == .pages)
    #expect(kind(Array("\0\0\0\u{1c}ftypisom".utf8)) == .other)
    #expect(kind([]) == .picture)
    #expect(kind(Array("GIF89a".utf8), mayBeMovie: false) == .other)
    #expect(kind(Array("some text".utf8)) == .other)
    #expect(kind(Array("some text".utf8), mayBeMovie: false) == .picture)
  }
}
