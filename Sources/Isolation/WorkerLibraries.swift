import Glibc

/// The libraries that a worker loads before it gives up its rights.
package enum WorkerLibraries: Int64, Sendable, Hashable {
  /// None: JPEG, PNG and PNM are read without.
  case pictures
  /// Poppler and its fonts, for PDF.
  case documents
  /// FFmpeg, libheif, libtiff and libwebp, for movies and all other pictures.
  case media

  /// Returns the libraries that can read an open file, from its first bytes.
  package init(for file: OwnedDescriptor) {
    self.init(
      head: [UInt8](unsafeUninitializedCapacity: 4096) { space, count in
        count = max(0, pread(file.number, space.baseAddress, space.count, 0))
      })
  }

  /// Returns the libraries that can read a file with these first bytes.
  init(head: [UInt8]) {
    func starts(with bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
    self =
      if starts(with: Array("%PDF-".utf8)) {
        .documents
      } else if starts(with: [0xff, 0xd8]) || head.isEmpty || (head[0] == UInt8(ascii: "P") && head.count > 2) {
        .pictures
      } else if starts(with: [0x89] + "PNG".utf8), !Self.isAnimated(head) {
        .pictures
      } else {
        .media
      }
  }

  /// The folders of fonts that the libraries read later.
  package var fontFolders: [String] {
    self == .documents
      ? ["/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/poppler", "/etc/fonts", "/var/cache/fontconfig"]
      : []
  }

  /// Whether a PNG file has the chunk of an animation before its picture.
  private static func isAnimated(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    guard let animation = text.range(of: "acTL") else { return false }
    return text.range(of: "IDAT").map { animation.lowerBound < $0.lowerBound } ?? true
  }
}

extension String {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
