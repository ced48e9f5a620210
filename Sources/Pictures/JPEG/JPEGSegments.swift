import OpenCaptureMediaSamples

/// The segments of a JPEG file before its first scan, as far as the EXIF data is concerned.
enum JPEGSegments {
  /// The orientation that the file's EXIF data gives; ``ImageOrientation/up`` where it gives none.
  static func orientation(_ file: RawSpan) -> ImageOrientation {
    var offset = 2
    while let marker = marker(at: &offset, file), let length = file.integer16(at: offset, bigEndian: true) {
      guard marker != 0xda, length >= 2 else { break }
      if marker == 0xe1, length >= 8, file.holds(Array("Exif".utf8) + [0, 0], at: offset + 2) {
        let end = min(offset + Int(length), file.byteCount)
        return ImageOrientation(exif: file.extracting(offset + 8..<end)) ?? .up
      }
      offset += Int(length)
    }
    return .up
  }

  /// The next marker that a segment follows; leaves `offset` behind it.
  ///
  /// Any number of 0xFF may precede it; other bytes shouldn't, but the decoder skips them as well.
  private static func marker(at offset: inout Int, _ file: RawSpan) -> UInt8? {
    while let byte = file.byte(at: offset), byte != 0xff { offset += 1 }
    while let byte = file.byte(at: offset) {
      offset += 1
      if byte != 0xff { return byte }
    }
    return nil
  }
}
