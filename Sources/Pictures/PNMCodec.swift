import OpenCaptureMediaSamples

/// A codec for Netpbm's portable anymaps, plain and raw; it decodes the first picture of a file.
enum PNMCodec: PictureCodec {
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey]

  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo {
    let header = try PNMHeader(task)
    return PictureInfo(
      format: .pnm, dimensions: header.size, orientation: .up,
      cost: DecodingCost(minimumByteCount: header.end + header.minimumByteCount))
  }

  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels {
    let header = try PNMHeader(task)
    let available = task.bytes.count - header.end
    // If damage is accepted, the available rows are decoded.
    guard available >= header.minimumByteCount || task.options.acceptsDamage else { throw task.truncatedPNM() }
    var writer = try RowWriter(task, size: header.size)
    let damage = header.isPlain ? try decodePlain(header, task, &writer) : try decodeRaw(header, task, &writer)
    return try writer.finish(damage)
  }

  private static func decodeRaw(
    _ header: PNMHeader, _ task: DecodingTask, _ writer: inout RowWriter
  ) throws(PictureError) -> PictureError? {
    let availableRows = min((task.bytes.count - header.end) / header.bytesPerRow, header.size.height)
    let damage = availableRows < header.size.height ? task.truncatedPNM() : nil
    let pixels = UnsafeRawBufferPointer(rebasing: task.bytes.dropFirst(header.end))
    let kind: RowKind = header.samplesPerPixel == 3 ? .rgb : .grey
    if header.maximum == 255 {
      try writer.append(pixels, kind, bytesPerRow: header.bytesPerRow, count: availableRows)
      return damage
    }
    let samples = PNMSamples(header)
    for row in 0..<availableRows {
      let bytes = pixels.bytes.extracting(row * header.bytesPerRow..<(row + 1) * header.bytesPerRow)
      try writer.append(samples.raw(bytes), kind)
    }
    return damage
  }

  private static func decodePlain(
    _ header: PNMHeader, _ task: DecodingTask, _ writer: inout RowWriter
  ) throws(PictureError) -> PictureError? {
    let samples = PNMSamples(header)
    var scanner = PNMScanner(offset: header.end)
    do throws(PictureError) {
      for _ in 0..<header.size.height {
        let row = try samples.plain(&scanner, task)
        try writer.append(row, header.samplesPerPixel == 3 ? .rgb : .grey)
      }
      return nil
    } catch {
      return error
    }
  }
}

extension RowWriter {
  fileprivate mutating func append(_ row: [UInt8], _ kind: RowKind) throws(PictureError) {
    try row.span.bytes.withUnsafeBytes { (bytes) throws(PictureError) in
      try append(bytes, kind, bytesPerRow: bytes.count, count: 1)
    }
  }
}

/// A converter of the samples of a portable anymap to bytes from 0 to 255.
struct PNMSamples {
  private let header: PNMHeader
  /// The byte for each sample value; values above the maximum count as the maximum.
  private let scale: [UInt8]

  init(_ header: PNMHeader) {
    self.header = header
    let maximum = header.maximum
    let last = header.maximum > 255 ? 65535 : 255
    scale = (0...last).map { UInt8((min($0, maximum) * 255 + maximum / 2) / maximum) }
  }

  private var samplesPerRow: Int { header.size.width * header.samplesPerPixel }

  /// Converts one complete row of a raw file.
  func raw(_ row: RawSpan) -> [UInt8] {
    if header.isBitmap {
      // The first pixel is in the highest bit; 1 is black.
      return (0..<header.size.width).map { (row.byte(at: $0 / 8) ?? 0) << ($0 % 8) & 0x80 == 0 ? 255 : 0 }
    }
    if header.maximum > 255 {
      return (0..<samplesPerRow).map { scale[Int(row.integer16(at: $0 * 2, bigEndian: true) ?? 0)] }
    }
    return (0..<samplesPerRow).map { scale[Int(row.byte(at: $0) ?? 0)] }
  }

  /// Reads and converts one row of a plain file.
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
}

/// The header of a portable anymap: its type, size and largest value (`pbm(5)`, `pgm(5)` and `ppm(5)`).
struct PNMHeader {
  let isPlain: Bool
  let samplesPerPixel: Int
  let isBitmap: Bool
  let size: VideoDimensions
  /// The value of full intensity, 1 to 65535.
  let maximum: Int
  /// The offset of the pixels in bytes.
  let end: Int

  init(_ task: DecodingTask) throws(PictureError) {
    let file = task.bytes.bytes
    let kind = Int(file.byte(at: 1) ?? 0) - Int(UInt8(ascii: "0"))
    guard (1...6).contains(kind) else { throw task.corruptPNM("unknown type") }
    isPlain = kind <= 3
    isBitmap = kind % 3 == 1
    samplesPerPixel = kind % 3 == 0 ? 3 : 1
    var scanner = PNMScanner(offset: 2)
    let width = try scanner.number(file, task)
    let height = try scanner.number(file, task)
    maximum = isBitmap ? 1 : try scanner.number(file, task)
    guard width > 0, height > 0 else { throw task.corruptPNM("width or height is 0") }
    guard (1...65535).contains(maximum) else { throw task.corruptPNM("invalid maximum \(maximum)") }
    // One whitespace character ends the header of a raw file.
    guard let separator = file.byte(at: scanner.offset) else { throw task.truncatedPNM() }
    guard separator.isPNMSpace else { throw task.corruptPNM("the header is not terminated") }
    size = VideoDimensions(width: width, height: height)
    end = scanner.offset + 1
  }

  /// The bytes of a row in a raw file.
  var bytesPerRow: Int {
    isBitmap ? (size.width + 7) / 8 : size.width * samplesPerPixel * (maximum > 255 ? 2 : 1)
  }

  /// The fewest bytes of the pixels.
  var minimumByteCount: Int {
    let samples = size.width * samplesPerPixel * size.height
    return isPlain ? (isBitmap ? samples : samples * 2 - 1) : bytesPerRow * size.height
  }
}

extension DecodingTask {
  func truncatedPNM() -> PictureError {
    PictureError(.truncated, subject: name, reason: "the PNM data ends early")
  }

  func corruptPNM(_ message: String) -> PictureError {
    PictureError(.corrupt, subject: name, reason: "the PNM data is damaged (\(message))")
  }
}

extension UInt8 {
  var isPNMSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

/// A scanner for the numbers of a portable anymap, which are separated by whitespace and comments.
struct PNMScanner {
  private(set) var offset: Int

  /// Reads the next decimal number, at most 99,999,999.
  mutating func number(_ file: RawSpan, _ task: DecodingTask) throws(PictureError) -> Int {
    skipSpace(file)
    var value = 0
    var digits = 0
    while let byte = file.byte(at: offset), (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      digits += 1
      offset += 1
      guard value < 100_000_000 else { throw task.corruptPNM("a number is too large") }
    }
    guard digits > 0 else {
      throw file.byte(at: offset) == nil ? task.truncatedPNM() : task.corruptPNM("a number is missing")
    }
    return value
  }

  /// Reads the next digit of a plain bitmap, whose digits need no separators.
  mutating func bit(_ file: RawSpan, _ task: DecodingTask) throws(PictureError) -> Bool {
    skipSpace(file)
    guard let byte = file.byte(at: offset) else { throw task.truncatedPNM() }
    guard byte == 0x30 || byte == 0x31 else { throw task.corruptPNM("a pixel is neither 0 nor 1") }
    offset += 1
    return byte == 0x31
  }

  private mutating func skipSpace(_ file: RawSpan) {
    var isComment = false
    while let byte = file.byte(at: offset), isComment || byte.isPNMSpace || byte == UInt8(ascii: "#") {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0a || byte == 0x0d { isComment = false }
      offset += 1
    }
  }
}
