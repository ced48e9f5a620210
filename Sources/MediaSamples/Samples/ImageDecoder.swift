/// What turns one compressed sample into pixels; a source gives its samples the one that fits.
public protocol ImageDecoder: Sendable {
  /// Decodes the luma plane alone, as cheaply as the codec allows.
  ///
  /// - Returns: A picture in ``PixelFormat/grey``.
  func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer

  /// Decodes the whole picture.
  ///
  /// - Returns: A picture in `format`.
  /// - Throws: Where the data is broken, or the decoder can't give that format.
  func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer

  /// The formats that ``decodeImage(_:as:)`` gives; other formats are converted from one of these.
  ///
  /// Default: BGRA, RGBA, RGB24, BGR24, grey and full-range I420.
  var pixelFormats: [PixelFormat] { get }
}

extension ImageDecoder {
  /// BGRA, RGBA, RGB24, BGR24, grey and full-range I420.
  public var pixelFormats: [PixelFormat] { usualPixelFormats }
}

private let usualPixelFormats: [PixelFormat] = [.bgra, .rgba, .rgb24, .bgr24, .grey, .i420FullRange]
