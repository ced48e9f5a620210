/// A memory layout of uncompressed pixels, named by a four-character code.
///
/// The codes are CoreVideo's if it defines one, otherwise V4L2's. Component orders are those in memory.
public struct PixelFormat: RawRepresentable, Sendable {
  /// The four-character code.
  public let rawValue: FourCharCode

  /// The format's index in the table, stored so that no frame needs a search; nil if the table lacks the format.
  let index: UInt8?

  /// Names the format with this code; ``isSupported`` reports whether its layout is known.
  public init(rawValue: FourCharCode) {
    self.rawValue = rawValue
    index = PixelFormatRow.table.firstIndex { $0.code == rawValue }.map(UInt8.init)
  }

  /// The format's table entry; nil for an unknown format.
  var row: PixelFormatRow? { index.map { PixelFormatRow.table[Int($0)] } }

  /// All formats with a known layout.
  public static let supported = PixelFormatRow.table.map { PixelFormat(rawValue: $0.code) }

  /// Whether the layout of this format is known.
  public var isSupported: Bool { index != nil }

  /// The meaning of a component's extreme values.
  public var colorRange: ColorRange { row?.range ?? .full }

  /// Whether the format stores luma and chroma, rather than RGB or grey alone.
  public var isYCbCr: Bool { row?.components == .lumaAndChroma }
}

extension PixelFormat: Hashable {
  /// Returns whether the codes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension PixelFormat: CustomStringConvertible {
  /// The four-character code.
  public var description: String { rawValue.description }
}

extension PixelFormat {
  /// The target formats of conversion from every supported format; all can be scaled and rotated.
  public static let conversionTargets = supported.filter(\.isConversionTarget)

  /// Whether pixels of every supported format can be converted to this format.
  package var isConversionTarget: Bool { row.map { $0.processingFormat == nil } ?? false }

  /// Whether the first plane contains only luma or grey.
  var hasLumaPlane: Bool { row?.planes[0].bytesPerGroup == 1 }

  /// Whether two pixels share chroma within one plane, so that neither can be moved alone.
  package var isPacked422: Bool { row.map { $0.planes[0].elementsPerGroup > 1 } ?? false }

  package var hasAlpha: Bool { row?.components == .rgba }

  /// The bytes per pixel; nil if a pixel is spread over planes or shares bytes with its neighbor.
  package var bytesPerPixel: Int? {
    guard let row, row.planes.count == 1, row.planes[0].elementsPerGroup == 1 else { return nil }
    return row.planes[0].bytesPerGroup
  }

  /// The relative cost of processing and showing a frame, for choosing a camera's format; 0 is least.
  package var captureCost: Int { row?.captureCost ?? 50 }

  /// The nearest format that can be scaled and rotated: this one if possible or if the format is unknown.
  package var processingFormat: PixelFormat { index.map { Self.workableFormats[Int($0)] } ?? self }

  /// The processing formats by table index.
  private static let workableFormats = PixelFormatRow.table.map {
    PixelFormat(rawValue: $0.processingFormat ?? $0.code)
  }

  /// Returns the nearest format of a description's (decoded) pixels that can be scaled and rotated.
  package static func processingFormat(for description: FormatDescription) -> PixelFormat {
    description.pixelFormat?.processingFormat ?? .i420FullRange
  }

  /// V4L2's codes of these pixels; they do not depend on the range.
  package var v4l2Codes: [V4L2Code] { row?.v4l2Codes ?? [] }

  /// Returns the row lengths of all planes in bytes, given that of the first, by the rule of V4L2's drivers.
  package func bytesPerRow(ofPlanesBehind first: Int) -> [Int] {
    guard let planes = row?.planes else { return [first] }
    return planes.map { plane in
      first * plane.bytesPerGroup * planes[0].pixelsPerGroup / (plane.pixelsPerGroup * planes[0].bytesPerGroup)
    }
  }

  /// FFmpeg's name of these pixels, which does not depend on the range; nil if the format is unknown.
  package var ffmpegName: String? { row?.ffmpegName }
}
