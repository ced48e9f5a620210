package import OpenCaptureMediaSamples

/// What a TIFF file says of its pictures, which FFmpeg doesn't tell: how many there are, and how they are to be turned.
///
/// TIFF 6.0, section 2: a header of eight bytes leads to a list of fields of twelve bytes each, behind which the place of
/// the next list stands: one for each picture.
package struct TIFFDirectories: Sendable {
  /// A picture.
  package struct Page: Sendable, Hashable {
    /// Where its list of fields begins.
    var place = 0
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

  /// Looks at a file; nil where it is no TIFF.
  ///
  /// - Parameters:
  ///   - last: The page, from 0, behind which it needn't be looked any further; default all.
  ///   - read: Gives so many bytes from an offset on, fewer at the end.
  package init?(upTo last: Int = .max, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    let header = read(0, 8)
    let isBigEndian = header.starts(with: [0x4d, 0x4d, 0, 42])
    self.isBigEndian = isBigEndian
    guard header.count == 8, isBigEndian || header.starts(with: [0x49, 0x49, 42, 0]) else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    var (start, seen) = (number(header[4..<8]), Set<Int>())
    // A list that leads back to another would have no end.
    while start > 0, pages.count <= min(last, Self.mostPages - 1), seen.insert(start).inserted {
      let count = read(start, 2)
      guard count.count == 2 else {
        // The file ends before it: there is a page that can't be read.
        pages.append(Page(place: start))
        return
      }
      let fields = read(start + 2, 12 * number(count[0..<2]) + 4)
      pages.append(Self.page(fields, at: start, number))
      guard fields.count >= 4, fields.count == 12 * number(count[0..<2]) + 4 else { return }
      start = number(fields.suffix(4))
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
