import OpenCaptureMediaSamples

/// Turns the samples of a portable anymap into bytes from 0 to 255.
struct PNMSamples {
  private let header: PNMHeader
  /// What each value becomes; those that are larger than they should be count as the largest.
  private let scale: [UInt8]

  init(_ header: PNMHeader) {
    self.header = header
    let (maximum, last) = (header.maximum, header.maximum > 255 ? 65535 : 255)
    scale = (0...last).map { UInt8((min($0, maximum) * 255 + maximum / 2) / maximum) }
  }

  private var samplesPerRow: Int { header.size.width * header.samplesPerPixel }

  /// One row of a raw file, of which `row` has all bytes.
  func raw(_ row: RawSpan) -> [UInt8] {
    if header.isBitmap { return bits(row) }
    if header.maximum > 255 {
      return (0..<samplesPerRow).map { scale[Int(row.integer16(at: $0 * 2, bigEndian: true) ?? 0)] }
    }
    return (0..<samplesPerRow).map { scale[Int(row.byte(at: $0) ?? 0)] }
  }

  /// One row of a plain file.
  func plain(_ scanner: inout PNMScanner, _ task: DecodingTask) throws(PictureError) -> [UInt8] {
    let file = task.bytes.bytes
    var row: [UInt8] = []
    row.reserveCapacity(samplesPerRow)
    for _ in 0..<samplesPerRow {
      if header.isBitmap {
        row.append(try scanner.bit(file, task) ? 0 : 255)
      } else {
        row.append(scale[min(try scanner.number(file, task), header.maximum)])
      }
    }
    return row
  }

  /// Eight pixels a byte, the first in the highest bit; 1 is black.
  private func bits(_ row: RawSpan) -> [UInt8] {
    (0..<header.size.width).map { x in (row.byte(at: x / 8) ?? 0) << (x % 8) & 0x80 == 0 ? 255 : 0 }
  }
}
