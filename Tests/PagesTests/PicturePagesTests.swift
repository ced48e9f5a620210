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

  /// A picture of one grey, with a black corner at the top left.
  private func picture(_ grey: UInt8, side: Int = 48) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: side, height: side, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = index % side < side / 2 && index / side < side / 2 ? 0 : grey }
    }
    return picture
  }

  /// The luma at the top left and at the bottom right.
  private func corners(_ page: PicturePage) throws -> [UInt8] {
    let luma = try page.sampleBuffer.luma()
    let last = (luma.height - 3) * luma.planes[0].bytesPerRow + luma.width - 3
    return luma.withUnsafePlane(0) { [$0[2 * luma.planes[0].bytesPerRow + 2], $0[last]] }
  }

  @Test("A TIFF has a page for each of its pictures, of its own size, turned as it says")
  func tiff() throws {
    let sides = [48, 64, 32]
    let pictures = try zip([200, 150, 100], sides).map { try picture($0, side: $1) }
    let pages = try pages(PageFiles.tiff(pictures, orientation: .right))
    #expect(pages.format == .tiff && pages.count == 3)
    for (index, grey) in [UInt8](arrayLiteral: 200, 150, 100).enumerated() {
      let page = try pages.page(index + 1)
      #expect(page.damage == nil && page.sampleBuffer.orientation == .right)
      #expect(page.sampleBuffer.formatDescription.dimensions.width == sides[index])
      #expect(try pages.dimensions(ofPage: index + 1).width == sides[index])
      #expect(try corners(page) == [0, grey])
      #expect(!page.sampleBuffer.presentationTimeStamp.isValid)
    }
  }

  @Test("Pages that aren't there are errors that say how many there are", arguments: [0, 4, -1, Int.max])
  func noSuchPage(number: Int) throws {
    let pages = try pages(PageFiles.tiff([picture(1), picture(2), picture(3)]))
    let error = #expect(throws: PictureError.self) { try pages.page(number) }
    #expect(error?.code == .noSuchPage && error?.reason == "there is no page \(number) of 3")
  }

  @Test("A page that is cut off is named; those before it are read")
  func truncated() throws {
    let whole = PageFiles.tiff([try picture(200), try picture(100)])
    let first = PageFiles.tiff([try picture(200)])
    // The list of the second page lies behind the end, or its fields do.
    for count in [first.count + 20, whole.count - 40] {
      let pages = try pages(Array(whole.prefix(count)))
      #expect(pages.count == 2)
      #expect(try corners(pages.page(1)) == [0, 200])
      let error = #expect(throws: PictureError.self) { try pages.page(2) }
      #expect(error?.reason.hasPrefix("page 2: ") == true)
    }
  }

  @Test("A TIFF whose lists lead round in a circle has an end")
  func circle() throws {
    var file = PageFiles.tiff([try picture(200)])
    let start = Array(file[4..<8])
    file.replaceSubrange(file.count - 4..<file.count, with: start)
    #expect(try pages(file).count == 1)
  }

  @Test("Lists of fields that overlap, one in the other, are soon looked through")
  func overlapping() throws {
    // Each begins four bytes behind the last, says that it has 65,535 fields, and the links are what lies behind.
    var file = Array("II*\0".utf8) + [8, 0, 0, 0]
    file += [UInt8](repeating: 0xff, count: 800_000)
    let limits = PictureLimits(maximumPixelCount: 1 << 20)
    if let pages = try? pages(file, limits: limits) { #expect(pages.count <= limits.maximumPageCount) }
  }

  @Test(
    "A page that says it has more pixels than can be counted is too large",
    arguments: [UInt32.max, 1 << 31, 70_000])
  func uncountable(side: UInt32) throws {
    var file = Array("II*\0".utf8) + [8, 0, 0, 0, 2, 0]
    // Width and height, each a number of 32 bits; the lower byte comes first.
    for field: UInt8 in [0, 1] {
      file += [field, 1, 4, 0, 1, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: side >> ($0 * 8)) }
    }
    let pages = try pages(file + [0, 0, 0, 0])
    let error = #expect(throws: PictureError.self) { try pages.page(1) }
    #expect(error?.code == .tooLarge && error?.remedy != nil)
    #expect(pages.memory == pages.limits.maximumMemory)
  }

  @Test("An icon has a page for each size")
  func icon() throws {
    let files = try [(UInt8(200), 48), (100, 32)].map { grey, side in
      let encoded = try PNGEncoder().encode(picture(grey, side: side).converted(to: .rgb24))
      return (png: encoded.data.withUnsafeBytes { [UInt8]($0) }, side: side)
    }
    let pages = try pages(PageFiles.icon(files))
    #expect(pages.format == .icon && pages.count == 2)
    #expect(try (1...2).map { try corners(pages.page($0))[1] } == [200, 100])
    #expect(try pages.page(2).sampleBuffer.formatDescription.dimensions.width == 32)
  }

  @Test(
    "What the mask of an icon or a cursor makes transparent lies over white", arguments: [1, 4, 8, 24, 32],
    [(16, false), (20, false), (20, true)])
  func maskedIcon(_ bitCount: Int, _ kind: (side: Int, isCursor: Bool)) throws {
    let side = kind.side
    for alpha in bitCount == 32 ? [0, 255] : [0] {
      let icon = PageFiles.maskedIcon(side: side, bitCount: bitCount, alpha: alpha, isCursor: kind.isCursor)
      let picture = try #require(try pages(icon).page(1).sampleBuffer.imageBuffer).converted(to: .bgra)
      func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        picture.withUnsafePlane(0) { bytes in (0..<3).map { bytes[y * picture.planes[0].bytesPerRow + x * 4 + $0] }
        }
      }
      #expect(pixel(1, 1) == [255, 255, 255] && pixel(side - 1, side - 2) == [255, 255, 255])
      #expect(pixel(side / 2, side / 2) == [0, 0, 255])
    }
    // A mask that is cut off is none.
    let cut = PageFiles.maskedIcon(side: side, bitCount: bitCount).dropLast(side)
    _ = try? pages(Array(cut)).page(1)
  }

  @Test("A PDF's pages are drawn on white, with so many pixels an inch")
  func pdf() throws {
    let pages = try pages(PageFiles.pdf([picture(255, side: 72), picture(255, side: 36)]))
    #expect(pages.format == .pdf && pages.count == 2)
    #expect(pages.pixelsPerInch == 200)
    #expect(try pages.dimensions(ofPage: 1) == VideoDimensions(width: 200, height: 200))
    let page = try pages.page(2)
    #expect(page.sampleBuffer.formatDescription.dimensions == VideoDimensions(width: 100, height: 100))
    // Between rectangles that touch, a renderer lets a little of the paper through.
    let seen = try corners(page)
    #expect(seen[0] < 80 && seen[1] == 255)
  }

  @Test("What only begins like a document is damaged")
  func damagedPDF() throws {
    let whole = PageFiles.pdf([try picture(255)])
    for bytes in [Array("%PDF-1.4 nothing".utf8), Array("%PDF-".utf8), Array(whole.prefix(60))] {
      let error = #expect(throws: PictureError.self) { try pages(bytes) }
      #expect(error?.code == .corrupt && error?.remedy != nil)
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

  @Test("Limits hold for the bytes, the pixels and the memory of a page, and for how many there are")
  func limits() throws {
    let file = PageFiles.pdf([try picture(255, side: 72), try picture(255, side: 144)])
    var few = PictureLimits()
    (few.maximumPageCount, few.remedyForPages) = (1, "ask for more")
    let tooMany = #expect(throws: PictureError.self) { try pages(file, limits: few) }
    #expect(tooMany?.code == .tooLarge)
    #expect(tooMany?.reasonAndRemedy == "it has more pages than the limit of 1; ask for more")
    for limits in [
      PictureLimits(maximumPixelCount: 50_000, remedy: "shrink"),
      PictureLimits(maximumMemory: 1_000_000, remedy: "shrink"),
    ] {
      let pages = try pages(file, limits: limits)
      #expect(try pages.page(1).damage == nil)
      let error = #expect(throws: PictureError.self) { try pages.page(2) }
      #expect(error?.code == .tooLarge && error?.remedy == "shrink")
      #expect(error?.reason.hasPrefix("page 2: 400×400 are more than the limit of") == true)
    }
  }

  @Test("Files of pages are known by their first bytes, those that move aren't among them")
  func recognized() {
    func format(_ text: String) -> PageFormat? { PageFormat(signature: Array(text.utf8).span.bytes) }
    #expect(format("%PDF-1.7") == .pdf && format("II*\0\u{8}\0\0\0") == .tiff)
    #expect(format("\0\0\0\u{1c}ftypheic") == .heif && format("\0\0\0\u{1c}ftypavif") == .avif)
    for movie in ["avis", "msf1", "hevc", "isom", "qt  "] { #expect(format("\0\0\0\u{1c}ftyp\(movie)") == nil) }
    for other in ["", "\u{89}PNG", "GIF89a", "text"] { #expect(format(other) == nil) }
  }

  @Test("They are read from files by the library's one line for pictures, too")
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
