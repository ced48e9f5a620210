extension [UInt8] {
  /// Returns the offset of a JPEG file's first segment with a marker; nil if none precedes the first scan.
  func segmentOffset(_ marker: UInt8) -> Int? {
    var offset = 2
    while offset + 4 <= count, self[offset] == 0xff {
      if self[offset + 1] == marker { return offset }
      if self[offset + 1] == 0xda { return nil }
      offset += 2 + Int(self[offset + 2]) << 8 + Int(self[offset + 3])
    }
    return nil
  }

  /// Returns a JPEG file without its segments with a marker.
  func removingSegments(_ marker: UInt8) -> [UInt8] {
    var file = self
    while let offset = file.segmentOffset(marker) {
      file.removeSubrange(offset..<offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3]))
    }
    return file
  }

  /// Returns a JPEG file with another segment at its start.
  func insertingSegment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    Array(self[..<2]) + [0xff, marker] + UInt16(payload.count + 2).bigEndianBytes + payload + self[2...]
  }
}
