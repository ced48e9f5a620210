import OpenCaptureMediaSamples
import Testing
@testable import OpenCapturePictures

struct PNMReadingTests {
  private func grey(_ text: String, _ pixels: [UInt8] = []) throws -> [UInt8] {
    try EncodedPicture(Array(text.utf8) + pixels).decoded(as: .grey).bytes()
  }

  private func colours(_ text: String, _ pixels: [UInt8] = []) throws -> [UInt8] {
    try EncodedPicture(Array(text.utf8) + pixels).decoded(as: .rgb24).bytes()
  }

  @Test func digitsOfPlainBitmapsNeedNoSeparators() throws {
    #expect(try grey("P1\n3 2\n010\n1 1\n0") == [255, 0, 255, 0, 0, 255])
  }

  @Test func rowsOfRawBitmapsStartWithANewByte() throws {
    #expect(
      try grey("P4 9 2\n", [0b1010_1010, 0xff, 0b0000_0001, 0]) == [
        0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255, 255, 255, 0, 255,
      ])
  }

  @Test func valuesAreScaledByTheirMaximum() throws {
    #expect(try grey("P2 4 1 15 0 1 8 15") == [0, 17, 136, 255])
    #expect(try grey("P5 4 1 100\n", [0, 50, 100, 200]) == [0, 128, 255, 255])
    #expect(try grey("P5 3 1 65535\n", [0, 0, 0x80, 0, 0xff, 0xff]) == [0, 128, 255])
    #expect(try grey("P5 2 1 256\n", [0, 128, 1, 0]) == [128, 255])
    #expect(try grey("P5 3 1 255\n", [0, 77, 255]) == [0, 77, 255])
  }

  @Test func pixmapsHaveThreeSamplesPerPixel() throws {
    #expect(try colours("P3 2 1 255 1 2 3 4 5 6") == [1, 2, 3, 4, 5, 6])
    #expect(try colours("P6 2 1 255\n", [1, 2, 3, 4, 5, 6]) == [1, 2, 3, 4, 5, 6])
    #expect(try colours("P6 1 1 65535\n", [0, 255, 1, 1, 0xff, 0xff]) == [1, 1, 255])
    let bgra = try EncodedPicture(Array("P6 1 1 255\n".utf8) + [1, 2, 3]).decoded().pixelBuffer
    #expect(bgra.bytes() == [3, 2, 1, 255])
  }

  @Test func commentsAreAllowedAnywhereInTheHeader() throws {
    #expect(try grey("P5#one\n#two\n 2 # three 9 9\n1\n#four\r255\n", [7, 8]) == [7, 8])
    #expect(try grey("P2 2 1 255\n7 # seven\n8") == [7, 8])
  }

  @Test func greyIsConvertedToEveryFormat() throws {
    let file = try EncodedPicture(Array("P5 2 1 255\n".utf8) + [7, 9])
    #expect(try file.decoded(as: .bgra).bytes() == [7, 7, 7, 255, 9, 9, 9, 255])
    #expect(try file.decoded(as: .rgba).bytes() == [7, 7, 7, 255, 9, 9, 9, 255])
    #expect(try file.decoded(as: .rgb24).bytes() == [7, 7, 7, 9, 9, 9])
    #expect(try file.decoded(as: .bgr24).bytes() == [7, 7, 7, 9, 9, 9])
  }

  @Test(
    arguments: [
      "P5 0 1 255\n", "P5 1 0 255\n", "P5 1 1 0\n", "P5 1 1 65536\n", "P5 1 1 255x",

      "P2 1 1 255 x", "P1 1 1 2", "P5 99999999999999999999 1 255\n",
    ])
  func anInvalidHeaderIsCorrupt(_ text: String) {
    #expect(pictureError { _ = try grey(text, [0]) }?.code == .corrupt)
  }

  @Test(arguments: ["P5 x 1 255\n", "P5 -1 1 255\n", "P1 is a text about priorities"])
  func aTextThatStartsLikeAnAnymapIsNotOne(_ text: String) {
    #expect(pictureError { _ = try grey(text, [0]) }?.code == .unknownFormat)
  }

  @Test(arguments: [
    "P1 3 2 01011", "P2 3 1 255 1 2", "P3 1 1 255 1 2 ", "P5", "P5 3", "P5 3 2", "P5 3 2 255",
  ])
  func aFileThatEndsEarlyIsTruncated(_ text: String) {
    #expect(pictureError { _ = try grey(text) }?.code == .truncated)
  }

  @Test func availableRowsOfATruncatedPictureAreDecoded() throws {
    let file = try EncodedPicture(Array("P5 2 3 255\n".utf8) + [1, 2, 3])
    let picture = try file.decoded(PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true))
    #expect(picture.damage?.code == .truncated)
    #expect(picture.pixelBuffer.bytes() == [1, 2, 128, 128, 128, 128])
  }
}
