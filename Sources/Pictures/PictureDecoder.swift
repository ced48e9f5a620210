public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A decoder for compressed sample buffers that hold whole picture files: JPEG, Motion JPEG frames, PNG, PNM.
public struct PictureDecoder: ImageDecoder {
  /// The options for decoding; each call replaces their pixel format by its own.
  public let options: PictureReadingOptions

  /// The largest picture that is accepted.
  public let limits: PictureLimits

  private let name: String
  private let pools: Locked<PixelBufferPools>?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - name: The name of the pictures in errors, such as a file or a camera (default: `picture`).
  ///   - options: The options for decoding. If they accept damage, the decoder doesn't report any.
  ///   - limits: The largest picture that is accepted.
  ///   - reusesMemory: Whether to reuse the memory of released pictures, for a series of pictures of the same size
  ///     (default: false). The decoder keeps up to 8 buffers for each of the last three formats and sizes.
  public init(
    name: String = "picture", options: PictureReadingOptions = PictureReadingOptions(),
    limits: PictureLimits = PictureLimits(), reusesMemory: Bool = false
  ) {
    self.name = name
    self.options = options
    self.limits = limits
    pools = reusesMemory ? Locked(PixelBufferPools(poolCount: 3, whenExhausted: .allocates)) : nil
  }

  /// Decodes the luma only.
  ///
  /// - Throws: ``PictureError`` if the data is not a picture, is too large or is damaged.
  public func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  /// Decodes the whole picture.
  ///
  /// - Throws: ``PictureError`` if the data is not a picture, is too large or is damaged, or if the pixel format is not
  ///   supported.
  public func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    var options = options
    options.pixelFormat = format
    return try EncodedPicture(data, name: name, limits: limits).decoded(options, pools: pools).pixelBuffer
  }
}
