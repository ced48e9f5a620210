public import OpenCaptureMediaSamples

/// An encoder of DNG files with uncompressed sensor values (Adobe, Digital Negative 1.4).
///
/// V4L2 doesn't report the colour response of a sensor. The encoder assumes the primaries and the white point of sRGB.
public struct DNGEncoder: Sendable {
  /// The Bayer pattern of the values.
  public let pattern: BayerPattern
  /// The model name of the camera, for programs that have profiles of cameras.
  public let cameraModel: String

  /// Creates an encoder.
  public init(pattern: BayerPattern, cameraModel: String) {
    self.pattern = pattern
    self.cameraModel = cameraModel
  }

  /// Encodes a frame.
  ///
  /// - Parameters:
  ///   - data: The values, row by row. If the data is longer than the rows, the end of each row is padding.
  ///   - dimensions: The width and height in pixels.
  ///   - metadata: The metadata of the file.
  /// - Throws: ``PictureError`` if the data is shorter than the picture, or memory is exhausted.
  public func encode(
    _ data: DataBuffer, dimensions: VideoDimensions, metadata: PictureMetadata = PictureMetadata()
  ) throws(PictureError) -> DataBuffer {
    guard dimensions.width > 0, dimensions.height > 0, dimensions.pixelCount <= data.count / pattern.byteCount
    else {
      throw PictureError(
        .truncated, subject: "raw picture",
        reason: "\(data.count) bytes are too few for \(dimensions) pixels of \(pattern.bitCount) bits")
    }
    let rows = rows(data, dimensions.width * pattern.byteCount, dimensions.height)
    let file = ExifData.file(metadata, own: facts(dimensions), rows: rows)
    do throws(MediaError) { return try DataBuffer(copying: file.span.bytes) } catch {
      throw PictureError(error, subject: "raw picture")
    }
  }

  /// Returns the values without padding, the higher byte first.
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

  /// The matrix from CIE XYZ to linear sRGB in ten-thousandths, for daylight D65 (IEC 61966-2-1).
  private static let colorMatrix: [Int32] = [32_406, -15_372, -4986, -9689, 18_758, 415, 557, -2040, 10_570]
}

/// The arrangement of a sensor's values with one colour per pixel, in blocks of two by two pixels.
public struct BayerPattern: Sendable, Hashable {
  /// The colour of a pixel.
  public enum Color: UInt8, Sendable, Hashable {
    /// Red.
    case red
    /// Green.
    case green
    /// Blue.
    case blue
  }

  /// The colours of a block: upper left, upper right, lower left, lower right.
  public let colors: [Color]
  /// The significant bits of each value; values of more than 8 bits are stored in 16, the lower byte first.
  public let bitCount: Int

  /// The bytes per value.
  var byteCount: Int { bitCount > 8 ? 2 : 1 }

  private init(_ colors: [Color], _ bitCount: Int) {
    self.colors = colors
    self.bitCount = bitCount
  }

  /// Creates the pattern for a V4L2 code; nil for unknown codes.
  public init?(_ code: FourCharCode) {
    guard let known = Self.table.first(where: { $0.codes.contains(code) }),
      let index = known.codes.firstIndex(of: code)
    else { return nil }
    self.init(known.colors, Self.bitCounts[index])
  }

  /// Creates the pattern for frames of a format; nil if the format has none.
  public init?(_ description: FormatDescription) { self.init(description.fourCharCode) }

  /// The bits per value of the codes in each row of the table.
  private static let bitCounts = [8, 10, 12, 16]

  /// The V4L2 codes (`V4L2_PIX_FMT_SBGGR8` and similar).
  private static let table: [(colors: [Color], codes: [FourCharCode])] = [
    ([.blue, .green, .green, .red], ["BA81", "BG10", "BG12", "BYR2"]),
    ([.green, .blue, .red, .green], ["GBRG", "GB10", "GB12", "GB16"]),
    ([.green, .red, .blue, .green], ["GRBG", "BA10", "BA12", "GR16"]),
    ([.red, .green, .green, .blue], ["RGGB", "RG10", "RG12", "RG16"]),
  ]

  /// All known codes.
  public static let codes = table.flatMap(\.codes)
}
