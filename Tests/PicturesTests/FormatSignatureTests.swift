import Testing
@testable import OpenCapturePictures

struct FormatSignatureTests {
  @Test func theFormatIsDetectedFromTheContent() throws {
    #expect(try EncodedPicture(JPEGFixture(1, 1).file).format == .jpeg)
    #expect(try EncodedPicture(PNGFixture(1, 1, colourType: 0, depth: 1).file).format == .png)
    #expect(try EncodedPicture(Array("P5 1 1 255\n0".utf8)).format == .pnm)
  }

  static let foreign: [(String, [UInt8])] = [
    ("WebP", Array("RIFF".utf8) + [1, 2, 3, 4] + Array("WEBPVP8 ".utf8)),
    ("GIF", Array("GIF89a".utf8)), ("BMP", Array("BM".utf8) + [1, 2, 3, 4, 0, 0, 0, 0]),
    ("TIFF", [0x49, 0x49, 0x2a, 0, 8]), ("TIFF", [0x4d, 0x4d, 0, 0x2a, 8]),
    ("HEIF", [0, 0, 0, 24] + Array("ftypheic".utf8)), ("AVIF", [0, 0, 0, 24] + Array("ftypavif".utf8)),
    ("PDF", Array("%PDF-1.7".utf8)), ("JPEG XL", [0xff, 0x0a, 0]), ("ICO", [0, 0, 1, 0, 1, 0]),
    ("ICO", [0, 0, 2, 0, 1, 0, 32, 32, 0, 0]),
    ("SVG", Array("<svg xmlns".utf8)), ("SVG", Array("<?xml version=\"1.0\"?>\n<!-- -->\n<svg>".utf8)),
    ("PAM", Array("P7\nWIDTH".utf8)),
  ]

  @Test(arguments: foreign)
  func theErrorNamesAnUnsupportedFormat(_ name: String, _ bytes: [UInt8]) {
    let error = pictureError { _ = try EncodedPicture(copying: bytes.span.bytes, name: "a.png") }
    #expect(error?.code == .unsupportedFormat(name))
    #expect(
      error?.description == "a.png: \(name) pictures are not supported yet; convert it to PNG or JPEG")
  }

  @Test(arguments: ["hello", "P", "P8 1 1", "P55", "RIFF1234AVI ", "\0\0\0\u{18}ftypisom", "<?xml?><html>"])
  func otherFilesHaveAnUnknownFormat(_ text: String) {
    #expect(pictureError { _ = try EncodedPicture(Array(text.utf8)) }?.code == .unknownFormat)
  }

  @Test func theErrorCodeNamesTheUnsupportedFormat() {
    let code = PictureError.Code.unsupportedFormat("PDF")
    #expect(code == .unsupportedFormat("PDF") && code != .unsupportedFormat("WebP"))
    #expect(code.unsupportedFormat == "PDF" && PictureError.Code.unknownFormat.unsupportedFormat == nil)
    #expect("\(code)" == "unsupportedFormat(PDF)")
  }

  @Test func noBytesAreAnEmptyFile() {
    #expect(pictureError { _ = try EncodedPicture([]) }?.code == .empty)
  }

  @Test func errorsHaveOneLine() {
    let error = pictureError { _ = try EncodedPicture(copying: [1].span.bytes, name: "a\nb\u{1b}[1m") }
    #expect(error?.description.hasPrefix("a?b?[1m: ") == true)
  }
}
