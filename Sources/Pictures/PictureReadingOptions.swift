public import OpenCaptureMediaSamples

/// What a picture is to be decoded to.
public struct PictureReadingOptions: Sendable, Hashable {
  /// What becomes of transparency.
  public enum Alpha: Sendable, Hashable {
    /// The picture is laid over white paper, and opaque; `PixelBuffer.opacity` says where the paper shows.
    ///
    /// That isn't known in I420, and where there is no memory for it within the limits.
    case overWhite
    /// Alpha is kept, straight (not premultiplied), where the pixel format has room for it.
    case kept
  }

  /// How the missing half of a JPEG's chroma is made up.
  public enum ChromaUpsampling: Sendable, Hashable {
    /// Interpolated: smooth edges between colours.
    case smooth
    /// Repeated: about a tenth faster, colours fray by a pixel.
    case fast
  }

  /// How the pixels are to be stored; default `PixelFormat.bgra`.
  ///
  /// BGRA, RGBA, RGB24, BGR24, grey and full-range I420 can be had of every picture. Grey comes with the rows
  /// tightly packed; of a JPEG, luma alone is decoded for it, and I420 without a detour where chroma is
  /// stored so.
  public var pixelFormat: PixelFormat

  /// What becomes of transparency; default ``Alpha/overWhite``.
  public var alpha: Alpha

  /// How a JPEG's chroma is scaled up; default ``ChromaUpsampling/smooth``.
  public var chromaUpsampling: ChromaUpsampling

  /// A size, in stored pixels before the orientation is applied, that is enough; default nil, for the full
  /// size.
  ///
  /// A JPEG is decoded at 1/2, 1/4 or 1/8 of its size, the smallest that isn't below this in width nor in
  /// height; that is much faster. Other formats are decoded in full.
  public var sufficientSize: VideoDimensions?

  /// Whether a damaged picture is given as far as it could be decoded; default false, where damage is thrown.
  ///
  /// ``Picture/damage`` says what is wrong then, and what couldn't be decoded is mid-grey.
  public var acceptsDamage: Bool

  /// Makes options.
  public init(
    pixelFormat: PixelFormat = .bgra, alpha: Alpha = .overWhite, chromaUpsampling: ChromaUpsampling = .smooth,
    sufficientSize: VideoDimensions? = nil, acceptsDamage: Bool = false
  ) {
    (self.pixelFormat, self.alpha, self.chromaUpsampling) = (pixelFormat, alpha, chromaUpsampling)
    (self.sufficientSize, self.acceptsDamage) = (sufficientSize, acceptsDamage)
  }
}
