import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

@Suite("CIImage")
struct CIImageTests {
  @Test("An image of pixels is at the origin, and shows later changes of the pixels")
  func sharing() throws {
    let picture = try TestPicture.make()
    let image = CIImage(cvPixelBuffer: picture)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 6, height: 4))
    #expect(image.rendered() == picture.pixels)
    #expect(image.properties.isEmpty)
    CVPixelBufferLockBaseAddress(picture, [])
    CVPixelBufferGetBaseAddress(try #require(image.pixelBuffer))?.storeBytes(of: 77, as: UInt8.self)
    CVPixelBufferUnlockBaseAddress(picture, [])
    #expect(picture.pixels[0] == 77)
    #expect(image.rendered().first == 77)
  }

  @Test(
    "The eight orientations make an image upright", arguments: ImageOrientation.allCases)
  func orientations(_ orientation: ImageOrientation) throws {
    let picture = try TestPicture.make()
    let image = CIImage(cvPixelBuffer: picture)
    let named = try #require(CGImagePropertyOrientation(rawValue: UInt32(orientation.rawValue)))
    let upright = try picture.uprightCopy(orientation)
    for turned in [image.oriented(named), image.oriented(forExifOrientation: Int32(orientation.rawValue))] {
      #expect(turned.extent == CGRect(x: 0, y: 0, width: upright.width, height: upright.height))
      #expect(turned.rendered() == upright.pixels)
      #expect((turned.pixelBuffer == nil) == (orientation != .up))
    }
    // The transform maps the upper left corner of the stored image to its upright position.
    let corner = CGPoint(x: 0, y: 4).applying(image.orientationTransform(for: named))
    let seen = orientation.upright(Point(x: 0, y: 0))
    #expect(corner == CGPoint(x: seen.x * Double(upright.width), y: (1 - seen.y) * Double(upright.height)))
  }

  @Test("An invalid EXIF orientation does not rotate the image", arguments: [Int32.min, 0, 9])
  func noOrientation(_ number: Int32) throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    #expect(image.oriented(forExifOrientation: number).rendered() == image.rendered())
  }

  @Test("Opposite orientations cancel each other", arguments: CGImagePropertyOrientation.allCases)
  func back(_ orientation: CGImagePropertyOrientation) throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    let opposite: CGImagePropertyOrientation =
      switch orientation {
      case .left: .right
      case .right: .left
      default: orientation
      }
    #expect(image.oriented(orientation).oriented(opposite).rendered() == image.rendered())
  }

  @Test("Cropping counts from the lower left corner and keeps the position")
  func cropping() throws {
    let picture = try TestPicture.make()
    let part = CIImage(cvPixelBuffer: picture).cropped(to: CGRect(x: 1, y: 1, width: 3, height: 2))
    #expect(part.extent == CGRect(x: 1, y: 1, width: 3, height: 2))
    // The lowest row is the fourth. Without it the second and third rows remain.
    #expect(part.rendered() == (try picture.cropped(x: 1, y: 1, width: 3, height: 2).pixels))
    let low = CIImage(cvPixelBuffer: picture).cropped(to: CGRect(x: 0, y: 0, width: 6, height: 1))
    #expect(low.rendered() == (try picture.cropped(x: 0, y: 3, width: 6, height: 1).pixels))
    #expect(CIImage(cvPixelBuffer: picture).cropped(to: CGRect(x: 9, y: 9, width: 1, height: 1)).extent.isEmpty)
  }

  @Test("Cropping and rotating commute")
  func chains() throws {
    let picture = try TestPicture.make()
    let image = CIImage(cvPixelBuffer: picture)
    // A rotation by 90° clockwise maps (x, y) to (y, 6 - x).
    let turnedPart = image.cropped(to: CGRect(x: 1, y: 1, width: 3, height: 2)).oriented(.right)
    let partOfTurned = image.oriented(.right).cropped(to: CGRect(x: 1, y: 2, width: 2, height: 3))
    #expect(turnedPart.extent == CGRect(x: 0, y: 0, width: 2, height: 3))
    #expect(turnedPart.rendered() == partOfTurned.rendered())
    #expect(turnedPart.rendered().count == 2 * 3 * 4)
  }

  @Test("Areas outside the image are transparent black")
  func beyond() throws {
    let picture = try TestPicture.make()
    let moved = CIImage(cvPixelBuffer: picture).transformed(by: CGAffineTransform(translationX: 2, y: 1))
    #expect(moved.extent == CGRect(x: 2, y: 1, width: 6, height: 4))
    let pixels = moved.rendered(CGRect(x: 0, y: 0, width: 8, height: 5))
    let row = 8 * 4
    let stored = picture.pixels
    for y in 0..<5 {
      let line = Array(pixels[y * row..<(y + 1) * row])
      #expect(Array(line.prefix(8)) == Array(repeating: 0, count: 8))
      let expected = y < 4 ? Array(stored[y * 24..<(y + 1) * 24]) : Array(repeating: 0, count: 24)
      #expect(Array(line.suffix(24)) == expected)
    }
    #expect(moved.rendered(CGRect(x: 50, y: 50, width: 1, height: 1)) == [0, 0, 0, 0])
  }

  @Test("Pixels of an image at half size are means")
  func scaling() throws {
    let picture = try TestPicture.make()
    let small = CIImage(cvPixelBuffer: picture).transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5))
    #expect(small.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
    // In the first two columns blue is 0 and 40. In the first two rows green is 0 and 60.
    let pixels = small.rendered()
    #expect(pixels.count == 3 * 2 * 4)
    #expect(abs(Int(pixels[0]) - 20) <= 1 && abs(Int(pixels[1]) - 30) <= 1)
  }

  @Test("Fractional positions and sizes are rounded, and the image fills the pixels")
  func rounding() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    for shift in [-0.5, -0.2, 0.5, 1.4] {
      let moved = image.transformed(by: CGAffineTransform(translationX: CGFloat(shift), y: CGFloat(-shift)))
      #expect(moved.rendered() == image.rendered())
    }
    // 3.3 × 2.2, 3.6 × 2.4 and 9.6 × 6.4 pixels.
    for (scale, count) in [(0.55, 3 * 2), (0.6, 4 * 2), (1.6, 10 * 6)] {
      let scaled = image.transformed(by: CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale))).rendered()
      #expect(scaled.count == count * 4)
      #expect(stride(from: 3, to: scaled.count, by: 4).allSatisfy { scaled[$0] == 255 })
    }
  }

  @Test("Empty images and invalid or too large areas are not rendered")
  func impossible() throws {
    #expect(CIImage.empty().extent.isEmpty && CIImage.empty().rendered().isEmpty)
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    for scale in [CGFloat.nan, .infinity, 1e30, 0] {
      #expect(image.transformed(by: CGAffineTransform(scaleX: scale, y: scale)).rendered().isEmpty)
    }
    #expect(image.transformed(by: CGAffineTransform(translationX: 1e30, y: .nan)).rendered().isEmpty)
    #expect(image.rendered(CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1)).isEmpty)
    #expect(image.rendered(.null).isEmpty)
    #expect(image.cropped(to: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)).rendered().isEmpty)
  }
}
