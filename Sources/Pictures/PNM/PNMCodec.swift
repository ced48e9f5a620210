import OpenCaptureMediaSamples

/// Netpbm's portable anymaps, plain and raw; the first picture of a file that holds several.
enum PNMCodec: PictureCodec {
  static let pixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey]

  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo {
    let header = try PNMHeader(task)
    return PictureInfo(
      format: .pnm, dimensions: header.size, orientation: .up,
      cost: DecodingCost(leastByteCount: header.end + header.leastByteCount))
  }

  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels {
    let header = try PNMHeader(task)
    let available = task.bytes.count - header.end
    // What is there is decoded where damage is accepted.
    guard available >= header.leastByteCount || task.options.acceptsDamage else { throw task.truncatedPNM() }
    var writer = try RowWriter(task, size: header.size)
    let damage =
      header.isPlain ? try decodePlain(header, task, &writer) : try decodeRaw(header, task, &writer)
    return try writer.finish(damage)
  }

  private static func decodeRaw(
    _ header: PNMHeader, _ task: DecodingTask, _ writer: inout RowWriter
  ) throws(PictureError) -> PictureError? {
    let rowsThere = min((task.bytes.count - header.end) / header.bytesPerRow, header.size.height)
    let damage = rowsThere < header.size.height ? task.truncatedPNM() : nil
    let pixels = UnsafeRawBufferPointer(rebasing: task.bytes.dropFirst(header.end))
    let kind: RowKind = header.samplesPerPixel == 3 ? .rgb : .grey
    if header.maximum == 255 {
      try writer.append(pixels, kind, bytesPerRow: header.bytesPerRow, count: rowsThere)
      return damage
    }
    let samples = PNMSamples(header)
    for row in 0..<rowsThere {
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
