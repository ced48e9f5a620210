public import OpenCaptureMediaSamples

/// The options for decoding a picture.
public struct PictureReadingOptions: Sendable, Hashable {
  /// The treatment of transparency.
  public enum Alpha: Sendable, Hashable {
    /// The picture is composited over white, and becomes opaque.
    ///
    /// `PixelBuffer.opacity` holds the original opacity. It is nil for I420, or if the limits leave no memory for it.
    case overWhite
    /// Straight (not premultiplied) alpha is kept if the pixel format has an alpha channel.
    case kept
  }

  /// The method of upsampling the chroma of a JPEG.
  public enum ChromaUpsampling: Sendable, Hashable {
    /// Interpolation: smooth edges between colours.
    case smooth
    /// Repetition: about a tenth faster, but colours bleed by a pixel.
    case fast
  }

  /// The format of the decoded pixels (default: `PixelFormat.bgra`).
  ///
  /// Every picture can be decoded to BGRA, RGBA, RGB24, BGR24, grey and full-range I420. Grey rows have no padding.
  /// For grey, only the luma of a JPEG is decoded. A JPEG with chroma in 4:2:0 is decoded to I420 directly.
  public var pixelFormat: PixelFormat

  /// The treatment of transparency (default: ``Alpha/overWhite``).
  public var alpha: Alpha

  /// The method of upsampling the chroma of a JPEG (default: ``ChromaUpsampling/smooth``).
  public var chromaUpsampling: ChromaUpsampling

  /// A sufficient size in stored pixels, before the orientation is applied (default: nil, for the full size).
  ///
  /// A JPEG is decoded at 1/2, 1/4 or 1/8 of its size. The decoder selects the smallest size that is at least this wide
  /// and high, which is much faster. Other formats are decoded at full size.
  public var sufficientSize: VideoDimensions?

  /// Whether to return the decodable part of a damaged picture instead of throwing an error (default: false).
  ///
  /// ``Picture/damage`` then holds the error. Pixels that could not be decoded are mid-grey.
  public var acceptsDamage: Bool

  /// Creates options.
  public init(
    pixelFormat: PixelFormat = .bgra, alpha: Alpha = .overWhite, chromaUpsampling: ChromaUpsampling = .smooth,
    sufficientSize: VideoDimensions? = nil, acceptsDamage: Bool = false
  ) {
    self.pixelFormat = pixelFormat
    self.alpha = alpha
    self.chromaUpsampling = chromaUpsampling
    self.sufficientSize = sufficientSize
    self.acceptsDamage = acceptsDamage
  }
}
