import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePictures
import Testing

@Suite("Images of files")
struct CIImageFileTests {
  /// Creates an image file with pixels in an orientation.
  private func file(_ orientation: ImageOrientation) throws -> Data {
    let encoded = try PNGEncoder().encode(TestPicture.make(), metadata: PictureMetadata(orientation: orientation))
    return encoded.data.withUnsafeBytes { Data($0) }
  }

  @Test(
    "Images have the orientation of the file, and are rotated on request", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let picture = try TestPicture.make()
    let data = try file(orientation)
    let stored = try #require(CIImage(data: data))
    #expect(stored.properties[kCGImagePropertyOrientation as String] as? Int == Int(orientation.rawValue))
    #expect(stored.properties[kCGImagePropertyPixelWidth as String] as? Int == 6)
    #expect(stored.rendered() == picture.pixels)
    let upright = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
    #expect(upright.rendered() == (try picture.uprightCopy(orientation).pixels))
    #expect(upright.properties[kCGImagePropertyOrientation as String] as? Int == 1)
  }

  @Test("A file is read from disk; missing files and other contents return nil")
  func reading() throws {
    try TemporaryFolder.with { folder in
      let url = folder.file("picture.png", Array(try file(.up)))
      #expect(CIImage(contentsOf: url)?.rendered() == (try TestPicture.make().pixels))
      #expect(CIImage(contentsOf: folder.url.appending(path: "missing.png")) == nil)
      #expect(CIImage(contentsOf: folder.file("text.png", Array("no picture".utf8))) == nil)
    }
    #expect(CIImage(data: Data()) == nil)
    #expect(CIImage(contentsOf: try #require(URL(string: "https://localhost/picture.png"))) == nil)
  }

  @Test("Truncated files cannot be rendered")
  func truncated() throws {
    let data = try file(.right)
    for count in stride(from: 0, to: data.count, by: 7) {
      let image = CIImage(data: data.prefix(count))
      #expect(image?.rendered().isEmpty ?? true)
    }
  }

  @Test("Given properties replace those of the file")
  func properties() throws {
    let image = try #require(
      CIImage(
        data: try file(.right), options: [.properties: ["Orientation": 3], .applyOrientationProperty: true]))
    #expect(image.rendered() == (try TestPicture.make().uprightCopy(.down).pixels))
  }
}
