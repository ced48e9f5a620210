import OpenCaptureMediaSamples

/// The chunks of a PNG file, which can be found without decoding anything.
enum PNGChunks {
  /// Whether the file goes on to the chunk that ends it.
  static func areComplete(_ file: RawSpan) -> Bool {
    var offset = 8
    while let length = file.integer32(at: offset, bigEndian: true).map(Int.init) {
      guard length + 12 <= file.byteCount - offset else { return false }
      if file.holds(Array("IEND".utf8), at: offset + 4) { return true }
      offset += length + 12
    }
    return false
  }

  /// Whether a `tRNS` chunk says which colours are transparent; it stands before the pixels.
  static func haveTransparentColours(_ file: RawSpan) -> Bool {
    var offset = 8
    while let length = file.integer32(at: offset, bigEndian: true).map(Int.init) {
      if file.holds(Array("tRNS".utf8), at: offset + 4) { return true }
      guard length + 12 <= file.byteCount - offset, !file.holds(Array("IDAT".utf8), at: offset + 4) else {
        return false
      }
      offset += length + 12
    }
    return false
  }

  /// The orientation that an `eXIf` chunk gives; ``ImageOrientation/up`` where none does.
  static func orientation(_ file: RawSpan) -> ImageOrientation {
    var offset = 8
    while let length = file.integer32(at: offset, bigEndian: true).map(Int.init) {
      let data = offset + 8
      guard length <= file.byteCount - data else { break }
      if file.holds(Array("eXIf".utf8), at: offset + 4) {
        return ImageOrientation(exif: file.extracting(data..<data + length)) ?? .up
      }
      offset = data + length + 4
    }
    return .up
  }
}
