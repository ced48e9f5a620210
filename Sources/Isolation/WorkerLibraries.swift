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
      } else if starts(with: [0x89] + "PNG".utf8), !Self.isAnimated(png: head.span.bytes) {
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

  /// Whether the chunk with the number of frames precedes the picture data of a PNG file (APNG, 1.0).
  ///
  /// - Parameter head: The file's first bytes.
  package static func isAnimated(png head: RawSpan) -> Bool {
    var offset = 8
    while offset + 8 <= head.byteCount {
      let length = UInt32(bigEndian: head.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
      switch head.unsafeLoadUnaligned(fromByteOffset: offset + 4, as: UInt32.self).bigEndian {
      case 0x6163_544c: return true  // acTL
      case 0x4944_4154: return false  // IDAT
      default: offset += 12 + Int(length)
      }
    }
    return false
  }
}
