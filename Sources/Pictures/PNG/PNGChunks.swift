import MediaSamples

/// The chunks of a PNG file, as far as EXIF data is concerned.
enum PNGChunks {
  /// The orientation that an `eXIf` chunk gives; ``ImageOrientation/up`` where none does.
  static func orientation(_ file: RawSpan) -> ImageOrientation {
    var offset = 8
    while let length = file.integer32(at: offset, bigEndian: true).map(Int.init) {
      let data = offset + 8
      guard length <= file.byteCount - data else { break }
      if file.holds(Array("eXIf".utf8), at: offset + 4) {
        return ExifOrientation.parse(file.extracting(data..<data + length)) ?? .up
      }
      offset = data + length + 4
    }
    return .up
  }
}
