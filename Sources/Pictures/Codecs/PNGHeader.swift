import OpenCaptureMediaSamples

/// The fixed header of a PNG file, parsed before libpng allocates memory so that limits apply.
struct PNGHeader {
  let size: VideoDimensions
  /// The bytes and the memory that decoding requires.
  ///
  /// Deflate expands one byte to at most 1032. An interlaced picture needs memory for all rows, with up to four bytes
  /// per pixel.
  let cost: DecodingCost

  init(_ task: DecodingTask) throws(PictureError) {
    let file = task.bytes.bytes
    guard file.byteCount >= 33 else { throw task.truncatedPNG() }
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw task.corruptPNG("the signature was altered, as by a transfer in text mode")
    }
    guard file.integer32(at: 8, bigEndian: true) == 13, file.holds(Array("IHDR".utf8), at: 12),
      let width = file.integer32(at: 16, bigEndian: true).map(Int.init),
      let height = file.integer32(at: 20, bigEndian: true).map(Int.init),
      (1...0x7fff_ffff).contains(width), (1...0x7fff_ffff).contains(height),
      let depth = file.byte(at: 24), depth <= 16, let samples = Self.samplesPerPixel(file.byte(at: 25))
    else { throw task.corruptPNG("the header is invalid") }
    size = VideoDimensions(width: width, height: height)
    let bitsPerRow = width * Int(depth) * samples
    let isInterlaced = file.byte(at: 28) != 0
    cost = DecodingCost(
      minimumByteCount: (bitsPerRow / 8).multipliedReportingOverflow(by: height).partialValue / 1032,
      decoderByteCount: isInterlaced ? (width * 4).multipliedReportingOverflow(by: height).partialValue : 0,
      // Colours and grey with alpha can be transparent; other types list transparent colours in a chunk.
      mayBeTransparent: samples == 4 || samples == 2 || PNGChunks.haveTransparentColours(file))
  }

  private static func samplesPerPixel(_ colourType: UInt8?) -> Int? {
    switch colourType {
    case 0, 3: 1
    case 2: 3
    case 4: 2
    case 6: 4
    default: nil
    }
  }
}

extension DecodingTask {
  func truncatedPNG() -> PictureError {
    PictureError(.truncated, subject: name, reason: "the PNG data ends early")
  }

  func corruptPNG(_ message: String) -> PictureError {
    PictureError(.corrupt, subject: name, reason: "the PNG data is damaged (\(message))")
  }
}

/// A search in the chunks of a PNG file, without decoding.
enum PNGChunks {
  /// Returns whether the file is complete up to the `IEND` chunk.
  static func areComplete(_ file: RawSpan) -> Bool {
    guard let (data, length) = first("IEND", file) else { return false }
    return length + 4 <= file.byteCount - data
  }

  /// Returns whether the file has a `tRNS` chunk with transparent colours, which precedes the pixels.
  static func haveTransparentColours(_ file: RawSpan) -> Bool { first("tRNS", before: "IDAT", file) != nil }

  /// Returns the orientation in an `eXIf` chunk; ``ImageOrientation/up`` if the file has none.
  static func orientation(_ file: RawSpan) -> ImageOrientation {
    guard let (data, length) = first("eXIf", file), length <= file.byteCount - data else { return .up }
    return ImageOrientation(exif: file.extracting(data..<data + length)) ?? .up
  }

  /// Returns the declared place of the data in the first chunk of a type; nil if the file has none before `end`.
  private static func first(
    _ type: String, before end: String? = nil, _ file: RawSpan
  ) -> (data: Int, length: Int)? {
    var offset = 8
    while let length = file.integer32(at: offset, bigEndian: true).map(Int.init) {
      if file.holds(Array(type.utf8), at: offset + 4) { return (offset + 8, length) }
      if let end, file.holds(Array(end.utf8), at: offset + 4) { return nil }
      offset += length + 12
    }
    return nil
  }
}
