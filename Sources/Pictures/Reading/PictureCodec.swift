import OpenCaptureMediaSamples

/// What decodes one file format.
protocol PictureCodec {
  /// Reads the header.
  static func info(_ task: DecodingTask) throws(PictureError) -> PictureInfo

  /// The pixel formats that it decodes to without a detour.
  static var pixelFormats: [PixelFormat] { get }

  /// Decodes the picture to one of those, once its size was found to be within the limits.
  static func decode(_ task: DecodingTask, info: PictureInfo) throws(PictureError) -> DecodedPixels
}

/// What a codec makes of a picture.
struct DecodedPixels {
  var picture: PixelBuffer
  var damage: PictureError?
}
