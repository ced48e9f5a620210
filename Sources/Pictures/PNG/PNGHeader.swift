import OpenCaptureMediaSamples

/// The fixed beginning of a PNG file: looked at before libpng is, so that limits hold before it takes memory.
struct PNGHeader {
  let size: VideoDimensions
  /// What there must be of bytes, of which deflate makes 1032 of one at most, and memory.
  ///
  /// The rows of an interlaced picture are complete only with its last pass, and have up to four bytes a pixel.
  let cost: DecodingCost

  init(_ task: DecodingTask) throws(PictureError) {
    let file = task.bytes.bytes
    guard file.byteCount >= 33 else { throw task.truncatedPNG() }
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw task.corruptPNG("its first bytes were altered, as if it were text")
    }
    guard file.integer32(at: 8, bigEndian: true) == 13, file.holds(Array("IHDR".utf8), at: 12),
      let width = file.integer32(at: 16, bigEndian: true).map(Int.init),
      let height = file.integer32(at: 20, bigEndian: true).map(Int.init),
      (1...0x7fff_ffff).contains(width), (1...0x7fff_ffff).contains(height),
      let depth = file.byte(at: 24), depth <= 16, let samples = Self.samplesPerPixel(file.byte(at: 25))
    else { throw task.corruptPNG("the header makes no sense") }
    size = VideoDimensions(width: width, height: height)
    let bitsPerRow = width * Int(depth) * samples
    let isInterlaced = file.byte(at: 28) != 0
    cost = DecodingCost(
      leastByteCount: (bitsPerRow / 8).multipliedReportingOverflow(by: height).partialValue / 1032,
      decoderByteCount: isInterlaced ? (width * 4).multipliedReportingOverflow(by: height).partialValue : 0,
      // Colours and grey with alpha; others name colours that are transparent.
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
    PictureError(.truncated, subject: name, reason: "the PNG data ends before the picture does")
  }

  func corruptPNG(_ words: String) -> PictureError {
    PictureError(.corrupt, subject: name, reason: "the PNG data is damaged (\(words))")
  }
}
