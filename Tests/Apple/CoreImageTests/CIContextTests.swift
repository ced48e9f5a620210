import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import Testing

@Suite("CIContext")
struct CIContextTests {
  private let context = CIContext(options: [.useSoftwareRenderer: true])

  @Test("All copies of a buffer see a rendered image, and luma is recomputed")
  func inPlace() throws {
    let target = try TestPicture.plain(6, 4)
    let picture = try TestPicture.make()
    let other = target
    #expect(try other.luma().pixels[5] == 0)
    context.render(CIImage(cvPixelBuffer: picture), to: target)
    #expect(other.pixels == picture.pixels)
    #expect(try other.luma().pixels == (try picture.luma().pixels))
  }

  @Test("The origin of an image is at the lower left of the buffer, and other pixels are unchanged")
  func placing() throws {
    let target = try TestPicture.plain(10, 8, value: 9)
    let picture = try TestPicture.make()
    let image = CIImage(cvPixelBuffer: picture).transformed(by: CGAffineTransform(translationX: 3, y: 1))
    context.render(image, to: target)
    #expect(try target.cropped(x: 3, y: 3, width: 6, height: 4).pixels == picture.pixels)
    #expect(try target.cropped(x: 0, y: 0, width: 3, height: 8).pixels.allSatisfy { $0 == 9 })
    #expect(try target.cropped(x: 0, y: 7, width: 10, height: 1).pixels.allSatisfy { $0 == 9 })
  }

  @Test(
    "Only the bounds are written, and areas outside the image become blank")
  func bounds() throws {
    let target = try TestPicture.plain(10, 8, value: 9)
    let picture = try TestPicture.make()
    let bounds = CGRect(x: 4, y: 2, width: 4, height: 3)
    context.render(CIImage(cvPixelBuffer: picture), to: target, bounds: bounds, colorSpace: nil)
    let written = try target.cropped(x: 4, y: 3, width: 4, height: 3).pixels
    // The bounds contain the last two of the image's six columns and four rows.
    #expect(Array(written.prefix(16)) == Array(repeating: 0, count: 16))
    #expect(Array(written[16..<24]) == Array(picture.pixels[16..<24]))
    #expect(Array(written[24..<32]) == Array(repeating: 0, count: 8))
    #expect(Array(written[32..<40]) == Array(picture.pixels[40..<48]))
    let outside = target.pixels.count - target.pixels.filter { $0 == 9 }.count
    #expect(outside == 4 * 3 * 4)
    context.render(CIImage(cvPixelBuffer: picture), to: target, bounds: .null, colorSpace: nil)
    #expect(target.pixels.count - target.pixels.filter { $0 == 9 }.count == outside)
  }

  @Test(
    "The image is converted to the format of the buffer",
    arguments: [PixelFormat.nv12FullRange, .nv12, .i420FullRange, .rgba, .rgb24, .grey])
  func formats(_ format: PixelFormat) throws {
    let target = try TestPicture.plain(6, 4, format)
    let picture = try TestPicture.make()
    context.render(CIImage(cvPixelBuffer: picture), to: target)
    let expected = try picture.converted(to: format)
    for index in target.planes.indices {
      let got = target.rows(ofPlane: index)
      let wanted = expected.rows(ofPlane: index)
      #expect(got == wanted)
    }
  }

  @Test("A read-only buffer, such as one of a decoder, is not changed")
  func readOnly() throws {
    let picture = try TestPicture.make()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: picture.layout.byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 5)
    let address = UInt(bitPattern: memory.baseAddress)
    let target = try PixelBuffer(wrapping: memory, layout: picture.layout, isWritable: false) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
    context.render(CIImage(cvPixelBuffer: picture), to: target)
    #expect(target.pixels.allSatisfy { $0 == 5 })
  }

  @Test("An image of a buffer can be rendered into the same buffer")
  func intoItself() throws {
    let picture = try TestPicture.make()
    let original = try TestPicture.make()
    context.render(CIImage(cvPixelBuffer: picture).oriented(.down), to: picture)
    #expect(picture.pixels == (try original.uprightCopy(.down).pixels))
    let moved = CIImage(cvPixelBuffer: original).transformed(by: CGAffineTransform(translationX: 0, y: 1))
    let before = original.pixels
    context.render(moved, to: original, bounds: CGRect(x: 0, y: 1, width: 6, height: 3), colorSpace: nil)
    #expect(Array(original.pixels.prefix(3 * 24)) == Array(before[24...]))
  }

  @Test("Memory receives rows with the given stride and pixel format")
  func bitmap() throws {
    let picture = try TestPicture.make()
    let image = CIImage(cvPixelBuffer: picture)
    var bytes = [UInt8](repeating: 7, count: 40 * 4)
    bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      context.render(image, toBitmap: base, rowBytes: 40, bounds: image.extent, format: .RGBA8, colorSpace: nil)
    }
    let stored = picture.pixels
    for row in 0..<4 {
      #expect(bytes[row * 40] == stored[row * 24 + 2] && bytes[row * 40 + 2] == stored[row * 24])
      #expect(bytes[row * 40 + 24..<row * 40 + 40].allSatisfy { $0 == 7 })
    }
  }

  @Test("Rows that are too short and unsupported formats leave the memory unchanged")
  func shortRows() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    var bytes = [UInt8](repeating: 7, count: 24 * 4)
    bytes.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return }
      context.render(image, toBitmap: base, rowBytes: 23, bounds: image.extent, format: .RGBA8, colorSpace: nil)
      let other = CIFormat(rawValue: 99)
      context.render(image, toBitmap: base, rowBytes: 24, bounds: image.extent, format: other, colorSpace: nil)
    }
    #expect(bytes.allSatisfy { $0 == 7 })
  }

  @Test("A PNG has the exact pixels; the size of a JPEG depends on the quality")
  func files() throws {
    let picture = try TestPicture.plain(64, 64, .grey, value: 90)
    let image = CIImage(cvPixelBuffer: picture)
    let rgb = CGColorSpaceCreateDeviceRGB()
    let png = try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: rgb))
    #expect(CIImage(data: png)?.rendered().prefix(3) == [90, 90, 90])
    let noise = try TestPicture.noise(64, 64)
    let sizes = try [0.1, 0.9].map { quality in
      let options = [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: quality]
      let data = try #require(
        context.jpegRepresentation(of: CIImage(cvPixelBuffer: noise), colorSpace: rgb, options: options))
      #expect(data.prefix(2) == Data([0xff, 0xd8]))
      return data.count
    }
    #expect(sizes[0] * 2 < sizes[1])
    #expect(context.jpegRepresentation(of: .empty(), colorSpace: rgb) == nil)
  }

  @Test("An image becomes a HEIC file if the system has an encoder")
  func heif() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.plain(64, 64, value: 90))
    let rgb = CGColorSpaceCreateDeviceRGB()
    let file = context.heifRepresentation(of: image, format: .RGBA8, colorSpace: rgb)
    #expect((file != nil) == HEIFEncoder.isAvailable(.hevc))
    if let file { #expect(file.dropFirst(4).prefix(4) == Data("ftyp".utf8)) }
    #expect(context.heifRepresentation(of: .empty(), format: .RGBA8, colorSpace: rgb) == nil)
  }

  @Test("A gray color space creates a file without color")
  func greyFiles() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make())
    let grey = CGColorSpaceCreateDeviceGray()
    let data = try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: grey))
    let decoded = try data.withUnsafeBytes { try EncodedPicture(copying: $0.bytes) }.decoded().pixelBuffer
    let expected = try TestPicture.make().converted(to: .grey).pixels
    #expect(stride(from: 0, to: decoded.pixels.count, by: 4).map { decoded.pixels[$0] } == expected)
  }

  @Test("A file is written completely, or an error is thrown")
  func writing() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.make()).oriented(.right)
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    try TemporaryFolder.with { folder in
      let png = folder.url.appending(path: "a.png")
      let jpeg = folder.url.appending(path: "a.jpg")
      try context.writePNGRepresentation(of: image, to: png, format: .BGRA8, colorSpace: space)
      try context.writeJPEGRepresentation(of: image, to: jpeg, colorSpace: space)
      #expect(CIImage(contentsOf: png)?.rendered() == image.rendered())
      #expect(CIImage(contentsOf: jpeg)?.extent.size == CGSize(width: 4, height: 6))
      #expect(throws: PictureError.self) {
        let nowhere = folder.url.appending(path: "none/a.jpg")
        try context.writeJPEGRepresentation(of: image, to: nowhere, colorSpace: space)
      }
      #expect(folder.contents == ["a.jpg", "a.png"])
      let elsewhere = try #require(URL(string: "https://localhost" + folder.path("b.jpg")))
      #expect(throws: PictureError.self) {
        try context.writeJPEGRepresentation(of: image, to: elsewhere, colorSpace: space)
      }
      #expect(folder.contents == ["a.jpg", "a.png"])
    }
  }

  @Test("A CGImage does not change when the source pixels change")
  func ownImage() throws {
    let picture = try TestPicture.make()
    let before = picture.pixels
    let image = try #require(
      context.createCGImage(CIImage(cvPixelBuffer: picture), from: CGRect(x: 0, y: 0, width: 6, height: 4)))
    context.render(CIImage(cvPixelBuffer: try TestPicture.plain(6, 4)), to: picture)
    #expect(image.width == 6 && image.height == 4)
    #expect(CIImage(cgImage: image).rendered() == before)
    #expect(picture.pixels != before)
  }
}
