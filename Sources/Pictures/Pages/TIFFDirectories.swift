import OpenCaptureMediaSamples

/// The directories of a TIFF or BigTIFF file, one for each picture.
///
/// TIFF 6.0, section 2: the header points to a list of fields. The offset of the next list follows each list. BigTIFF
/// (libtiff, 2007) has numbers of eight bytes instead of four.
package struct TIFFDirectories: Sendable {
  /// A picture in the file.
  package struct Page: Sendable, Hashable {
    /// The offset of the directory in bytes.
    package var place = 0
    /// The width and height as stored, in pixels.
    package var dimensions = VideoDimensions(width: 0, height: 0)
    /// The orientation; nil if the file has none.
    package var orientation: ImageOrientation?
  }

  package private(set) var pages: [Page] = []

  /// The most pages that are listed; no scanner writes more into a file.
  package static let mostPages = 65_535

  /// The limit for offsets of directories, so that sums of offsets don't overflow.
  private static let farthest = 1 << 48

  /// The most fields of a directory that are read; they are in ascending order, and the required ones are at the start.
  private static let maximumHeaderCount = 64

  /// Lists the directories of a file; nil if the file is neither TIFF nor BigTIFF.
  ///
  /// - Parameters:
  ///   - limit: The most pages that are listed.
  ///   - read: Returns the given number of bytes from an offset, fewer at the end of the file.
  package init?(limit: Int = mostPages, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let layout = Layout(header: read(0, 16)) else { return nil }
    var place = layout.first
    var seen = Set<Int>()
    // A link to an earlier directory ends the list, because the links would loop.
    while place > 0, pages.count < min(limit, Self.mostPages), seen.insert(place).inserted {
      // A directory beyond the end of the file is listed as a page that cannot be read.
      guard place < Self.farthest else {
        pages.append(Page(place: place))
        break
      }
      let count = layout.number(read(place, layout.countSize))
      let fields = place + layout.countSize
      pages.append(
        Self.page(read(fields, layout.fieldSize * min(count, Self.maximumHeaderCount)), at: place, layout))
      guard count > 0, count < 1 << 32 else { break }
      let link = read(fields + layout.fieldSize * count, layout.linkSize)
      place = link.count == layout.linkSize ? layout.number(link) : 0
    }
  }

  /// The sizes and the byte order of numbers in the file.
  private struct Layout {
    let isBigEndian: Bool
    let isBig: Bool
    /// The offset of the first directory; 0 if the file has none.
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

    /// Returns the number in the bytes, or the largest integer if the number is larger.
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
      // Numbers of two bytes are at the start of the value field.
      let valueOffset = offset + (layout.isBig ? 12 : 8)
      let valueSize = type == 3 ? 2 : type == 16 ? min(8, layout.linkSize) : 4
      let value = layout.number(fields[valueOffset..<valueOffset + valueSize])
      // The fields ImageWidth, ImageLength and Orientation (section 8).
      switch layout.number(fields[offset..<offset + 2]) {
      case 256: page.dimensions.width = value
      case 257: page.dimensions.height = value
      case 274: page.orientation = UInt8(exactly: value).flatMap(ImageOrientation.init(rawValue:))
      default: break
      }
    }
    return page
  }
}
