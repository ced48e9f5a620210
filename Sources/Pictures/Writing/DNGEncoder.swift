public import OpenCaptureMediaSamples

/// Writes DNG files (Adobe, Digital Negative 1.4): a sensor's own values, uncompressed.
///
/// What colours a sensor sees, V4L2 doesn't say: its primaries are taken for those of sRGB, and its white for right.
public struct DNGEncoder: Sendable {
  /// How the values lie.
  public let pattern: BayerPattern
  /// What the camera is called, for programs that know cameras.
  public let cameraModel: String

  /// Makes an encoder.
  public init(pattern: BayerPattern, cameraModel: String) {
    (self.pattern, self.cameraModel) = (pattern, cameraModel)
  }

  /// Encodes a frame.
  ///
  /// - Parameters:
  ///   - data: The values, each row behind the other; what is left of each, where the data is longer, is left out.
  ///   - dimensions: Pixels across and down.
  ///   - metadata: What is written beside them.
  /// - Throws: ``PictureError`` where the data is shorter than the picture, or there is no memory.
  public func encode(
    _ data: DataBuffer, dimensions: VideoDimensions, metadata: PictureMetadata = PictureMetadata()
  ) throws(PictureError) -> DataBuffer {
    guard dimensions.width > 0, dimensions.height > 0, dimensions.pixelCount <= data.count / pattern.byteCount
    else {
      throw PictureError(
        .truncated, subject: "raw picture",
        reason: "\(data.count) bytes are too few for \(dimensions) of \(pattern.bitCount) bits")
    }
    let rows = rows(data, dimensions.width * pattern.byteCount, dimensions.height)
    let file = ExifData.file(metadata, own: facts(dimensions), rows: rows)
    do throws(MediaError) { return try DataBuffer(copying: file.span.bytes) } catch {
      throw PictureError(error, subject: "raw picture")
    }
  }

  /// The values without what lies between rows, the higher byte first.
  private func rows(_ data: DataBuffer, _ rowLength: Int, _ height: Int) -> [UInt8] {
    let stride = data.count % height == 0 ? data.count / height : rowLength
    return data.withUnsafeBytes { bytes in
      var rows: [UInt8] = []
      rows.reserveCapacity(rowLength * height)
      for row in 0..<height {
        rows += UnsafeRawBufferPointer(rebasing: bytes[row * stride..<row * stride + rowLength])
      }
      guard pattern.byteCount == 2 else { return rows }
      for index in Swift.stride(from: 0, to: rows.count, by: 2) { rows.swapAt(index, index + 1) }
      return rows
    }
  }

  private func facts(_ dimensions: VideoDimensions) -> [PictureTag: PictureTag.Value] {
    func main(_ number: UInt16) -> PictureTag { PictureTag(.main, number) }
    return [
      main(0x00fe): .long(0), main(0x0100): .long(UInt32(clamping: dimensions.width)),
      main(0x0101): .long(UInt32(clamping: dimensions.height)), main(0x0102): .short(UInt16(pattern.byteCount * 8)),
      main(0x0103): .short(1), main(0x0106): .short(32_803), main(0x0115): .short(1),
      main(0x0116): .long(UInt32(clamping: dimensions.height)), main(0x011c): .short(1),
      main(0x828d): .shorts([2, 2]), main(0x828e): .bytes(pattern.colors.map(\.rawValue)),
      main(0xc612): .bytes([1, 4, 0, 0]), main(0xc613): .bytes([1, 1, 0, 0]), main(0xc614): .text(cameraModel),
      main(0xc616): .bytes([0, 1, 2]), main(0xc617): .short(1),
      main(0xc61d): .long((UInt32(1) << UInt32(pattern.bitCount)) - 1),
      main(0xc621): .signedRationals(Self.colorMatrix, over: 10_000),
      main(0xc628): .rationals([PictureTag.Value.Fraction](repeating: PictureTag.Value.Fraction(1), count: 3)),
      main(0xc65a): .short(21),
    ]
  }

  /// From CIE XYZ to linear sRGB, in ten-thousandths (IEC 61966-2-1), for daylight (D65).
  private static let colorMatrix: [Int32] = [
    32_406, -15_372, -4986, -9689, 18_758, 415, 557, -2040, 10_570,
  ]
}
