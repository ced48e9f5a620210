import OpenCaptureMediaSamples

/// What the first bytes of a WebP file say of it (RFC 9649): whether it is animated, and how large it is.
enum AnimatedWebP {
  /// How many bytes it takes to know.
  static let headerByteCount = 30

  /// Whether a file is WebP with more than one frame, which is a bit in its extended header.
  static func isAnimated(_ start: [UInt8]) -> Bool {
    start.count >= headerByteCount && start.starts(with: Array("RIFF".utf8)) && start[20] & 2 != 0
      && start[8..<16].elementsEqual("WEBPVP8X".utf8)
  }

  /// The size of all its frames, each side one more than three bytes say.
  static func canvas(_ start: [UInt8]) -> VideoDimensions {
    func side(_ offset: Int) -> Int {
      start.dropFirst(offset).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) } + 1
    }
    return VideoDimensions(width: side(24), height: side(27))
  }
}
