import OpenCaptureMediaSamples

/// The facts of a WebP file that FFmpeg does not tell (RFC 9649).
enum WebPHeader {
  /// The number of bytes from the beginning that ``isAnimated(_:)`` and ``canvas(_:)`` look at.
  static let byteCount = 30

  /// Whether a file is WebP with more than one frame, which is a bit in its extended header.
  static func isAnimated(_ start: [UInt8]) -> Bool { isExtended(start) && start[20] & 2 != 0 }

  private static func isExtended(_ start: [UInt8]) -> Bool {
    start.count >= byteCount && start.starts(with: Array("RIFF".utf8))
      && start[8..<16].elementsEqual("WEBPVP8X".utf8)
  }

  /// The size of all its frames, each side one more than three bytes say.
  static func canvas(_ start: [UInt8]) -> VideoDimensions {
    func side(_ offset: Int) -> Int {
      start.dropFirst(offset).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) } + 1
    }
    return VideoDimensions(width: side(24), height: side(27))
  }

  /// Returns the orientation in the EXIF chunk, or nil if there is none.
  ///
  /// - Parameter read: Returns a number of bytes from an offset on, fewer at the end.
  static func orientation(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> ImageOrientation? {
    let start = read(0, byteCount)
    guard isExtended(start), start[20] & 8 != 0 else { return nil }
    var offset = 12
    while true {
      let header = read(offset, 8)
      guard header.count == 8 else { return nil }
      let length = header.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      if header.prefix(4).elementsEqual("EXIF".utf8) {
        return ImageOrientation(exif: read(offset + 8, min(length, mostEXIFBytes)).span.bytes)
      }
      offset += 8 + length + length % 2
    }
  }

  /// EXIF data in JPEG is shorter.
  private static let mostEXIFBytes = 1 << 16
}
