/// Options for reading a movie.
public struct MovieReadingOptions: Sendable, Hashable {
  /// The number of decoder threads, or 0 for one per core; default 1.
  ///
  /// More threads reduce the latency of some codecs, but hold more frames in memory. The total work is the same.
  public var threadCount: Int

  /// The maximum number of pixels per frame; default 2²⁸ = 268,435,456, which is 16,384 by 16,384.
  public var maximumPixelCount: Int

  /// The maximum memory for decoded frames at any time, in bytes; nil (default) for no limit.
  ///
  /// The limit includes up to 16 reference frames of the decoder, and the frames that the caller retains.
  public var maximumMemory: Int?

  /// The part of that memory reserved for processing a frame, in bytes per pixel.
  package var reservedBytesPerPixel = 0

  /// The index of the image to read from an icon, from 0.
  package var page = 0

  /// Whether transparency is kept, as straight (not premultiplied) alpha; default false.
  ///
  /// Without transparency, frames are composited over white, and `PixelBuffer.opacity` describes the transparent parts.
  public var keepsAlpha: Bool

  /// Whether colors of high dynamic range and wide gamut are kept; default false, which converts them to BT.709.
  ///
  /// Keeping them is faster if only the luma is used.
  public var keepsColors = false

  /// Whether frames are decoded into memory that another process can map.
  package var sharesFrames = false

  /// The hint in errors about a movie that is too large; nil (default) for a general hint.
  public var hint: String?

  /// Creates options.
  public init(
    threadCount: Int = 1, maximumPixelCount: Int = 1 << 28, maximumMemory: Int? = nil, keepsAlpha: Bool = false,
    hint: String? = nil
  ) {
    self.threadCount = threadCount
    self.maximumPixelCount = maximumPixelCount
    self.maximumMemory = maximumMemory
    self.keepsAlpha = keepsAlpha
    self.hint = hint
  }
}
