import OpenCaptureMediaSamples

/// The directories of a TIFF or BigTIFF file: one for each picture.
///
/// TIFF 6.0, section 2: a header leads to a list of fields, behind which stands the place of the next list. BigTIFF
/// (libtiff, 2007) has numbers of eight bytes where TIFF has four.
package struct TIFFDirectories: Sendable {
  /// A picture.
  package struct Page: Sendable, Hashable {
    /// The offset of its list of fields.
    package var place = 0
    /// Width and height as stored, in pixels.
    package var dimensions = VideoDimensions(width: 0, height: 0)
    /// The orientation; nil if the file does not state it.
    package var orientation: ImageOrientation?
  }

  /// The pictures in their order.
  package private(set) var pages: [Page] = []

  /// The number of pages after which the search for more ends; no scanner writes as many into a file.
  package static let mostPages = 65_535

  /// The fields that are looked at (section 8).
  private enum Field {
    static let width = 256, height = 257, orientation = 274
  }

  /// The offset from which on no file has a list, so that sums of offsets do not overflow.
  private static let farthest = 1 << 48

  /// The number of fields of a list that are looked at: they are in ascending order, and these come early.
  private static let mostFields = 64

  /// Looks at a file; nil if it is neither TIFF nor BigTIFF.
  ///
  /// - Parameters:
  ///   - limit: The number of pages after which the search ends.
  ///   - read: Returns a number of bytes from an offset on, fewer at the end.
  package init?(limit: Int = mostPages, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let layout = Layout(header: read(0, 16)) else { return nil }
    var place = layout.first
    var seen = Set<Int>()
    // A list that leads back to another would have no end.
    while place > 0, pages.count < min(limit, Self.mostPages), seen.insert(place).inserted {
      // A list beyond the end of the file is a page that can't be read.
      guard place < Self.farthest else {
        pages.append(Page(place: place))
        break
      }
      let count = layout.number(read(place, layout.countSize))
      let fields = place + layout.countSize
      pages.append(Self.page(read(fields, layout.fieldSize * min(count, Self.mostFields)), at: place, layout))
      guard count > 0, count < 1 << 32 else { break }
      let link = read(fields + layout.fieldSize * count, layout.linkSize)
      place = link.count == layout.linkSize ? layout.number(link) : 0
    }
  }

  /// The sizes and the byte order of numbers.
  private struct Layout {
    let isBigEndian: Bool
    let isBig: Bool
    /// The offset of the first list; 0 if there is none.
    var first = 0

    init?(header: [UInt8]) {
      isBigEndian = header.starts(with: [0x4d, 0x4d])
      guard header.count >= 8, isBigEndian || header.starts(with: [0x49, 0x49]) else { return nil }
      let version = header[isBigEndian ? 3 : 2]
      guard header[isBigEndian ? 2 : 3] == 0, version == 42 || version == 43 else { return nil }
      isBig = version == 43
      first = header.count >= linkOffset + linkSize ? number(header[linkOffset..<linkOffset + linkSize]) : 0
    }

    private var linkOffset: Int { isBig ? 8 : 4 }
    var linkSize: Int { isBig ? 8 : 4 }
    var countSize: Int { isBig ? 8 : 2 }
    var fieldSize: Int { isBig ? 20 : 12 }

    /// Returns a number, or the largest integer if it is larger.
    func number(_ bytes: some Collection<UInt8>) -> Int {
      let value = (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(clamping: value)
    }
  }

  private static func page(_ fields: [UInt8], at place: Int, _ layout: Layout) -> Page {
    var page = Page(place: place)
    let size = layout.fieldSize
    for offset in stride(from: 0, to: fields.count - size + 1, by: size) {
      let type = layout.number(fields[offset + 2..<offset + 4])
      // Numbers of two bytes stand at the beginning of the place of a value.
      let valueOffset = offset + (layout.isBig ? 12 : 8)
      let valueSize = type == 3 ? 2 : type == 16 ? min(8, layout.linkSize) : 4
      let value = layout.number(fields[valueOffset..<valueOffset + valueSize])
      switch layout.number(fields[offset..<offset + 2]) {
      case Field.width: page.dimensions.width = value
      case Field.height: page.dimensions.height = value
      case Field.orientation: page.orientation = UInt8(exactly: value).flatMap(ImageOrientation.init(rawValue:))
      default: break
      }
    }
    return page
  }
}
