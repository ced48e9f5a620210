public import OpenCaptureMediaSamples

/// A decoded picture.
public struct Picture: Sendable {
  /// The pixels as they are stored; `PixelBuffer.uprightCopy(_:)` with ``orientation`` turns them.
  public let pixelBuffer: PixelBuffer

  /// What the header says; its dimensions are larger than the buffer's where the picture was decoded smaller.
  public let info: PictureInfo

  /// What is wrong with the picture; nil where all of it could be decoded.
  public let damage: PictureError?

  /// How the pixels must be turned to be upright.
  public var orientation: ImageOrientation { info.orientation }

  init(pixelBuffer: PixelBuffer, info: PictureInfo, damage: PictureError?) {
    (self.pixelBuffer, self.info, self.damage) = (pixelBuffer, info, damage)
  }

  /// Reads and decodes a file.
  ///
  /// - Parameters:
  ///   - path: Its name.
  ///   - options: What to decode it to.
  ///   - limits: How large it may be.
  /// - Throws: ``PictureError`` where the file can't be read, isn't a picture that is known here, is too
  ///   large or damaged.
  public init(
    contentsOf path: String, options: PictureReadingOptions = PictureReadingOptions(),
    limits: PictureLimits = PictureLimits()
  ) throws(PictureError) {
    self = try EncodedPicture(contentsOf: path, limits: limits).decoded(options)
  }
}
