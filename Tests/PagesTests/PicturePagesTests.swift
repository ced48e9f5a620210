import Fixtures
import Foundation
import OpenCaptureFiles
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import Testing

@Suite("Pages")
struct PicturePagesTests {
  private func pages(
    _ bytes: [UInt8], limits: PictureLimits = PictureLimits()
  ) throws(PictureError) -> PicturePages {
    let data: DataBuffer
    do { data = try DataBuffer(copying: bytes.span.bytes) } catch {
      throw PictureError(.outOfMemory, subject: "", reason: "\(error)")
    }
    return try PicturePages(data, name: "a", limits: limits)
  }

  /// Returns a picture of one grey, with a black corner at the top left.
  private func picture(_ grey: UInt8, side: Int = 48) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: side, height: side, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = index % side < side / 2 && index / side < side / 2 ? 0 : grey }
    }
    return picture
  }

  /// Returns the luma at the top left and at the bottom right.
  private func corners(_ page: PicturePage) throws -> [UInt8] {
    let luma = try page.sampleBuffer.luma()
    let last = (luma.height - 3) * luma.planes[0].bytesPerRow + luma.width - 3
    return luma.withUnsafePlane(0) { [$0[2 * luma.planes[0].bytesPerRow + 2], $0[last]] }
  }

  @Test("A TIFF has one page per picture, with its own size and orientation")
  func tiff() throws {
    let sides = [48, 64, 32]
    let pictures = try zip([200, 150, 100], sides).map { try picture($0, side: $1) }
    let pages = try pages(PageFiles.tiff(pictures, orientation: .right))
    #expect(pages.format == .tiff && pages.count == 3)
    for (index, grey) in [UInt8](arrayLiteral: 200, 150, 100).enumerated() {
      let page = try pages.page(index + 1)
      #expect(page.damage == nil && page.sampleBuffer.orientation == .right)
      #expect(page.sampleBuffer.format.videoDimensions.width == sides[index])
      #expect(try pages.dimensions(ofPage: index + 1).width == sides[index])
      #expect(try corners(page) == [0, grey])
      #expect(!page.sampleBuffer.presentationTimeStamp.isValid)
    }
  }

  @Test("The error of a missing page names the number of pages", arguments: [0, 4, -1, Int.max])
  func noSuchPage(number: Int) throws {
    let pages = try pages(PageFiles.tiff([picture(1), picture(2), picture(3)]))
    let error = #expect(throws: PictureError.self) { try pages.page(number) }
    #expect(error?.code == .noSuchPage && error?.reason == "page \(number) not found (the file has 3)")
  }

  @Test("The error of a truncated page names it, and pages before it are read")
  func truncated() throws {
    let whole = PageFiles.tiff([try picture(200), try picture(100)])
    let first = PageFiles.tiff([try picture(200)])
    // The directory of the second page is cut off, or its fields are.
    for count in [first.count + 20, whole.count - 40] {
      let pages = try pages(Array(whole.prefix(count)))
      #expect(pages.count == 2)
      #expect(try corners(pages.page(1)) == [0, 200])
      let error = #expect(throws: PictureError.self) { try pages.page(2) }
      #expect(error?.reason.hasPrefix("page 2: ") == true)
    }
  }

  @Test("The pages of a TIFF with a loop of directories end")
  func circle() throws {
    var file = PageFiles.tiff([try picture(200)])
    let start = Array(file[4..<8])
    file.replaceSubrange(file.count - 4..<file.count, with: start)
    #expect(try pages(file).count == 1)
  }

  @Test("Overlapping directories are scanned in limited time")
  func overlapping() throws {
    // Each directory starts four bytes behind the previous one and has 65,535 fields. The links follow.
    var file = Array("II*\0".utf8) + [8, 0, 0, 0]
    file += [UInt8](repeating: 0xff, count: 800_000)
    let limits = PictureLimits(maximumPixelCount: 1 << 20)
    if let pages = try? pages(file, limits: limits) { #expect(pages.count <= limits.maximumPageCount) }
  }

  @Test(
    "A page with more pixels than an integer can count is too large",
    arguments: [UInt32.max, 1 << 31, 70_000])
  func uncountable(side: UInt32) throws {
    var file = Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0]
    // Width and height are numbers of 32 bits, the lower byte first.
    for field: UInt8 in [0, 1] {
      file += [field, 1, 4, 0, 1, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
    }
    let pages = try pages(file + [0, 0, 0, 0])
    let error = #expect(throws: PictureError.self) { try pages.page(1) }
    #expect(error?.code == .tooLarge && error?.hint != nil)
    #expect(pages.memory == pages.limits.maximumMemory)
  }

  @Test("A picture of an icon that is too large by its own header is refused before it is decoded")
  func largeIcon() throws {
    func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    let side: UInt32 = 16_385
    let bigEndian = withUnsafeBytes(of: side.bigEndian) { Array($0) }
    let bitmap = [40, side, side * 2, 32 << 16 | 1, 0, 0].flatMap(bytes)
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]
    let png: [UInt8] = signature + Array("IHDR".utf8) + bigEndian + bigEndian
    for picture in [bitmap, png] {
      let entry = [0, 32 << 16 | 1, UInt32(picture.count), 22].flatMap(bytes)
      let error = #expect(throws: PictureError.self) {
        try pages([0, 0, 1, 0, 1, 0] + entry + picture).dimensions(ofPage: 1)
      }
      #expect(error?.code == .tooLarge && error?.reason.contains("16385×16385") == true)
    }
  }

  @Test("An icon has one page per size")
  func icon() throws {
    let files = try [(UInt8(200), 48), (100, 32)].map { grey, side in
      let encoded = try PNGEncoder().encode(picture(grey, side: side).converted(to: .rgb24))
      return (png: encoded.data.withUnsafeBytes { [UInt8]($0) }, side: side)
    }
    let pages = try pages(PageFiles.icon(files))
    #expect(pages.format == .icon && pages.count == 2)
    #expect(try (1...2).map { try corners(pages.page($0))[1] } == [200, 100])
    #expect(try pages.page(2).sampleBuffer.format.videoDimensions.width == 32)
  }

  @Test(
    "The transparent parts of an icon or a cursor are white", arguments: [1, 4, 8, 24, 32],
    [(16, false), (20, false), (20, true)])
  func maskedIcon(_ bitCount: Int, _ kind: (side: Int, isCursor: Bool)) throws {
    let side = kind.side
    for alpha in bitCount == 32 ? [0, 255] : [0] {
      let icon = PageFiles.maskedIcon(side: side, bitCount: bitCount, alpha: alpha, isCursor: kind.isCursor)
      let picture = try #require(try pages(icon).page(1).sampleBuffer.pixelBuffer).converted(to: .bgra)
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        picture.withUnsafePlane(0) { bytes in (0..<3).map { bytes[y * picture.planes[0].bytesPerRow + x * 4 + $0] }
        }
      }
      #expect(pixel(1, 1) == [255, 255, 255] && pixel(side - 1, side - 2) == [255, 255, 255])
      #expect(pixel(side / 2, side / 2) == [0, 0, 255])
    }
    // A truncated mask is ignored.
    let cut = PageFiles.maskedIcon(side: side, bitCount: bitCount).dropLast(side)
    _ = try? pages(Array(cut)).page(1)
  }

  @Test("PDF pages are rendered on white, with the given resolution")
  func pdf() throws {
    let pages = try pages(PageFiles.pdf([picture(255, side: 72), picture(255, side: 36)]))
    #expect(pages.format == .pdf && pages.count == 2)
    #expect(pages.pixelsPerInch == 200)
    #expect(try pages.dimensions(ofPage: 1) == VideoDimensions(width: 200, height: 200))
    let page = try pages.page(2)
    #expect(page.sampleBuffer.format.videoDimensions == VideoDimensions(width: 100, height: 100))
    // Renderers let a little of the background through between touching rectangles.
    let seen = try corners(page)
    #expect(seen[0] < 80 && seen[1] == 255)
  }

  @Test("A file with only the start of a PDF is damaged")
  func damagedPDF() throws {
    let whole = PageFiles.pdf([try picture(255)])
    for bytes in [Array("%PDF-1.4 nothing".utf8), Array("%PDF-".utf8), Array(whole.prefix(60))] {
      let error = #expect(throws: PictureError.self) { try pages(bytes) }
      #expect(error?.code == .corrupt && error?.hint != nil)
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      var damaged = whole
      for _ in 0..<10 {
        damaged[Int.random(in: 8..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let limits = PictureLimits(maximumPixelCount: 1 << 22)
      if let pages = try? pages(damaged, limits: limits) { _ = try? pages.page(1) }
    }
  }

  @Test("The limits apply to the bytes, pixels and memory of a page, and to the number of pages")
  func limits() throws {
    let file = PageFiles.pdf([try picture(255, side: 72), try picture(255, side: 144)])
    var few = PictureLimits()
    few.maximumPageCount = 1
    few.pageLimitHint = "ask for more"
    let tooMany = #expect(throws: PictureError.self) { try pages(file, limits: few) }
    #expect(tooMany?.code == .tooLarge)
    #expect(tooMany?.reasonAndHint == "the file has more pages than the limit of 1; ask for more")
    for limits in [
      PictureLimits(maximumPixelCount: 50_000, hint: "shrink"),
      PictureLimits(maximumMemory: 1_000_000, hint: "shrink"),
    ] {
      let pages = try pages(file, limits: limits)
      #expect(try pages.page(1).damage == nil)
      let error = #expect(throws: PictureError.self) { try pages.page(2) }
      #expect(error?.code == .tooLarge && error?.hint == "shrink")
      #expect(error?.reason.hasPrefix("page 2: 400×400 exceeds the limit of") == true)
    }
  }

  @Test("Page formats are detected from the first bytes, and movies are not pages")
  func recognized() {
    func format(_ text: String) -> PageFormat? { PageFormat(signature: Array(text.utf8).span.bytes) }
    #expect(format("%PDF-1.7") == .pdf && format("II*\0\u{8}\0\0\0") == .tiff)
    #expect(format("\0\0\0\u{1c}ftypheic") == .heif && format("\0\0\0\u{1c}ftypavif") == .avif)
    for movie in ["avis", "msf1", "hevc", "isom", "qt  "] { #expect(format("\0\0\0\u{1c}ftyp\(movie)") == nil) }
    for other in ["", "\u{89}PNG", "GIF89a", "text"] { #expect(format(other) == nil) }
  }

  @Test("Pages are read with the SampleBuffer initializer for picture files")
  func files() throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("a.tiff", PageFiles.tiff([try picture(200), try picture(100)]))
      #expect(try SampleBuffer(pictureAt: file.path).luma().pixels.last == 200)
      #expect(try SampleBuffer(pictureAt: file.path, page: 2).luma().pixels.last == 100)
      #expect(throws: PictureError.self) { try SampleBuffer(pictureAt: file.path, page: 3) }
      let plain = folder.file("a.pgm", PNM.bytes(try picture(50)))
      #expect(try SampleBuffer(pictureAt: plain.path).luma().pixels.last == 50)
      let error = #expect(throws: PictureError.self) { try SampleBuffer(pictureAt: plain.path, page: 2) }
      #expect(error?.code == .noSuchPage)
    }
  }
}
