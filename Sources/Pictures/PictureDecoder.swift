public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Decodes compressed sample buffers that hold whole picture files: JPEG, Motion JPEG frames, PNG, PNM.
public struct PictureDecoder: ImageDecoder {
  /// What the pictures are decoded to; the pixel format is the one that is asked for in each call.
  public let options: PictureReadingOptions

  /// How large pictures may be.
  public let limits: PictureLimits

  private let name: String
  private let pools: Locked<PixelBufferPools>?

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - name: What errors call the pictures: a file, a camera; default `picture`.
  ///   - options: What to decode to. Where damage is accepted, nothing says that there was some.
  ///   - limits: How large pictures may be.
  ///   - reusesMemory: Whether pictures come one after the other in the same size, a camera's for instance,
  ///     so that the memory of those that nobody holds any more is used again; default false. At most 8 of
  ///     each of the last three pixel formats and sizes are kept.
  public init(
    name: String = "picture", options: PictureReadingOptions = PictureReadingOptions(),
    limits: PictureLimits = PictureLimits(), reusesMemory: Bool = false
  ) {
    (self.name, self.options, self.limits) = (name, options, limits)
    pools = reusesMemory ? Locked(PixelBufferPools(poolCount: 3, whenExhausted: .allocates)) : nil
  }

  /// Decodes luma alone.
  ///
  /// - Throws: ``PictureError`` where the data is no picture, too large or damaged.
  public func decodeLuma(_ data: DataBuffer) throws -> PixelBuffer { try decodeImage(data, as: .grey) }

  /// Decodes the whole picture.
  ///
  /// - Throws: ``PictureError`` where the data is no picture, too large or damaged, or the format can't be
  ///   had.
  public func decodeImage(_ data: DataBuffer, as format: PixelFormat) throws -> PixelBuffer {
    var options = options
    options.pixelFormat = format
    return try EncodedPicture(data, name: name, limits: limits).decoded(options, pools: pools).pixelBuffer
  }
}
