package import OpenCaptureMediaSamples

/// What a TIFF file says of its pictures, which FFmpeg doesn't tell: how many there are, and how they are to be turned.
///
/// TIFF 6.0, section 2: a header of eight bytes leads to a list of fields of twelve bytes each, behind which the place of
/// the next list stands: one for each picture.
package struct TIFFDirectories: Sendable {
  /// A picture.
  package struct Page: Sendable, Hashable {
    /// Where its list of fields begins.
    package var place = 0
    /// How large it is, as it is stored.
    package var dimensions = VideoDimensions(width: 0, height: 0)
    /// How it is to be turned; nil where nothing is said of it.
    package var orientation: ImageOrientation?
  }

  /// The pictures, in their order.
  package private(set) var pages: [Page] = []

  /// Whether the highest byte of a number comes first.
  private let isBigEndian: Bool

  /// More than any scanner gives a file, so that there is an end.
  package static let mostPages = 65_535

  /// The fields that are looked at (section 8).
  private enum Field {
    static let width = 256, height = 257, orientation = 274
  }

  /// How many fields of a list are looked at: they are in the order of their numbers, and these are low ones.
  private static let mostFields = 64

  /// Looks at a file; nil where it is no TIFF.
  ///
  /// - Parameters:
  ///   - limit: How many pages are looked for at the most.
  ///   - first: Where the list of the first one begins; default where the header says.
  ///   - read: Gives so many bytes from an offset on, fewer at the end.
  package init?(
    limit: Int = mostPages, startingAt first: Int? = nil, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) {
    let header = read(0, 8)
    let isBigEndian = header.starts(with: [0x4d, 0x4d, 0, 42])
    self.isBigEndian = isBigEndian
    guard header.count == 8, isBigEndian || header.starts(with: [0x49, 0x49, 42, 0]) else { return nil }
    func number(_ bytes: some Collection<UInt8>) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    var (place, seen) = (first ?? number(header[4..<8]), Set<Int>())
    // A list that leads back to another would have no end.
    while place > 0, pages.count < min(limit, Self.mostPages), seen.insert(place).inserted {
      // Where the file ends before it, there is a page that can't be read.
      let count = number(read(place, 2))
      pages.append(Self.page(read(place + 2, 12 * min(count, Self.mostFields)), at: place) { number($0) })
      let link = read(place + 2 + 12 * count, 4)
      place = link.count == 4 && count > 0 ? number(link) : 0
    }
  }

  /// Where the header says which list is the first.
  static let linkOffset = 4

  /// What stands there where a page is the first.
  func link(toPage index: Int) -> [UInt8]? {
    guard pages.indices.contains(index) else { return nil }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: pages[index].place >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private static func page(
    _ fields: [UInt8], at place: Int, _ number: (ArraySlice<UInt8>) -> Int
  ) -> Page {
    var page = Page(place: place)
    for offset in stride(from: 0, to: fields.count - 11, by: 12) {
      // Numbers of two bytes stand at the beginning of the four that are there for a value.
      let isShort = number(fields[offset + 2..<offset + 4]) == 3
      let value = number(fields[offset + 8..<offset + (isShort ? 10 : 12)])
      switch number(fields[offset..<offset + 2]) {
      case Field.width: page.dimensions.width = value
      case Field.height: page.dimensions.height = value
      case Field.orientation: page.orientation = UInt8(exactly: value).flatMap(ImageOrientation.init(rawValue:))
      default: break
      }
    }
    return page
  }
}
