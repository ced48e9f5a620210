/// How a movie is read.
public struct MovieReadingOptions: Sendable, Hashable {
  /// How many threads decode, 0 for one per core; default 1.
  ///
  /// More deliver sooner where the codec allows it, and hold more frames in memory; the work is the same.
  public var threadCount: Int

  /// The most pixels that a frame may have; default 2²⁸ = 268,435,456, that is 16,384 by 16,384.
  public var maximumPixelCount: Int

  /// The most memory that decoded frames may hold at once, in bytes; nil, the default, for as much as there is.
  ///
  /// Those count that the decoder needs for others, up to 16, and those that whoever reads keeps.
  public var maximumMemory: Int?

  /// How much of that memory is left for what is done with a frame, in bytes for each of its pixels.
  package var reservedBytesPerPixel = 0

  /// Which of an icon's pictures is read, from 0.
  package var page = 0

  /// Whether transparency is kept, straight (not premultiplied); default false, where frames are laid over white paper
  /// and `PixelBuffer.opacity` says where it shows.
  public var keepsAlpha: Bool

  /// Whether colors of high dynamic range and wide gamut stay as they are; default false, where they become those of BT.709.
  ///
  /// That is faster where the luma alone is used.
  public var keepsColors = false

  /// What errors say can be done about a movie that is too large; nil, the default, for something general.
  public var remedy: String?

  /// Makes options.
  public init(
    threadCount: Int = 1, maximumPixelCount: Int = 1 << 28, maximumMemory: Int? = nil, keepsAlpha: Bool = false,
    remedy: String? = nil
  ) {
    (self.threadCount, self.maximumPixelCount) = (threadCount, maximumPixelCount)
    (self.maximumMemory, self.keepsAlpha, self.remedy) = (maximumMemory, keepsAlpha, remedy)
  }
}
