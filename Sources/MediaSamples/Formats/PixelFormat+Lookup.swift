extension PixelFormat {
  /// The formats that pixels of every supported format can be converted to, and that can be scaled and turned.
  public static let conversionTargets = supported.filter(\.isConversionTarget)

  /// Whether pixels of every supported format can be converted to this one.
  package var isConversionTarget: Bool { row.map { $0.workable == nil } ?? false }

  /// Whether the first plane is one of luma alone, or of grey.
  var hasLumaPlane: Bool { row?.planes[0].bytesPerGroup == 1 }

  /// Whether two pixels share chroma within one plane, so that none of them can be moved alone.
  var isPacked422: Bool { row.map { $0.planes[0].elementsPerGroup > 1 } ?? false }

  /// Whether pixels say how opaque they are.
  package var hasAlpha: Bool { row?.components == .rgba }

  /// Bytes of a pixel where they lie side by side; nil where pixels are spread over planes or share bytes.
  package var bytesPerPixel: Int? {
    guard let row, row.planes.count == 1, row.planes[0].elementsPerGroup == 1 else { return nil }
    return row.planes[0].bytesPerGroup
  }

  /// What a frame in this format costs those who look at it and show it, to choose among a camera's: 0 is least.
  package var captureCost: Int { row?.captureCost ?? 50 }

  /// The nearest format in which pixels can be scaled and turned; this one where they can, or where nothing is known.
  package var workable: PixelFormat { index.map { Self.workableFormats[Int($0)] } ?? self }

  /// By place in the table.
  private static let workableFormats = PixelFormatRow.table.map { PixelFormat(rawValue: $0.workable ?? $0.code) }

  /// The format in which pictures of a description can be scaled and turned: the nearest to their pixels, or to those
  /// that they are decoded to.
  package static func workable(for description: FormatDescription) -> PixelFormat {
    description.pixelFormat?.workable ?? .i420FullRange
  }

  /// V4L2's codes of the same pixels, whatever their range.
  package var v4l2Codes: [V4L2Code] { row?.v4l2Codes ?? [] }

  /// How far rows lie apart in each plane where those of the first do so, as V4L2's drivers mean it.
  package func bytesPerRow(ofPlanesBehind first: Int) -> [Int] {
    guard let planes = row?.planes else { return [first] }
    return planes.map { plane in
      first * plane.bytesPerGroup * planes[0].pixelsPerGroup / (plane.pixelsPerGroup * planes[0].bytesPerGroup)
    }
  }

  /// FFmpeg's name of the same pixels, whatever their range; nil where nothing is known.
  package var ffmpegName: String? { row?.ffmpegName }
}
