import OpenCaptureMediaSamples

/// The header of a portable anymap: its kind, size and largest value, as `pbm(5)`, `pgm(5)` and `ppm(5)` have
/// it.
struct PNMHeader {
  let isPlain: Bool
  let samplesPerPixel: Int
  let isBitmap: Bool
  let size: VideoDimensions
  /// The value that stands for full intensity, 1 to 65535.
  let maximum: Int
  /// Where the pixels start.
  let end: Int

  init(_ task: DecodingTask) throws(PictureError) {
    let file = task.bytes.bytes
    let kind = Int(file.byte(at: 1) ?? 0) - Int(UInt8(ascii: "0"))
    guard (1...6).contains(kind) else { throw task.corruptPNM("its kind is unknown") }
    (isPlain, isBitmap, samplesPerPixel) = (kind <= 3, kind % 3 == 1, kind % 3 == 0 ? 3 : 1)
    var scanner = PNMScanner(offset: 2)
    let width = try scanner.number(file, task)
    let height = try scanner.number(file, task)
    maximum = isBitmap ? 1 : try scanner.number(file, task)
    guard width > 0, height > 0 else { throw task.corruptPNM("it has no pixels") }
    guard (1...65535).contains(maximum) else { throw task.corruptPNM("its largest value is \(maximum)") }
    // One whitespace character ends the header of a raw file.
    guard let separator = file.byte(at: scanner.offset) else { throw task.truncatedPNM() }
    guard separator.isPNMSpace else { throw task.corruptPNM("the header doesn't end") }
    size = VideoDimensions(width: width, height: height)
    end = scanner.offset + 1
  }

  /// Bytes of a row in a raw file.
  var bytesPerRow: Int {
    isBitmap ? (size.width + 7) / 8 : size.width * samplesPerPixel * (maximum > 255 ? 2 : 1)
  }

  /// The fewest bytes that the pixels can have.
  var leastByteCount: Int {
    let samples = size.width * samplesPerPixel * size.height
    return isPlain ? (isBitmap ? samples : samples * 2 - 1) : bytesPerRow * size.height
  }
}

extension DecodingTask {
  func truncatedPNM() -> PictureError {
    PictureError(.truncated, subject: name, reason: "the PNM data ends before the picture does")
  }

  func corruptPNM(_ words: String) -> PictureError {
    PictureError(.corrupt, subject: name, reason: "the PNM data is damaged (\(words))")
  }
}

extension UInt8 {
  var isPNMSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
