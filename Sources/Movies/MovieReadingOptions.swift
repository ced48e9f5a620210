/// How a movie is read.
public struct MovieReadingOptions: Sendable, Hashable {
  /// How many threads decode, 0 for one per core; default 1.
  ///
  /// More deliver sooner where the codec allows it, and hold more frames in memory; the work is the same.
  public var threadCount: Int

  /// The most pixels that a frame may have; default 2²⁸ = 268,435,456, that is 16,384 by 16,384.
  public var maximumPixelCount: Int

  /// Whether transparency is kept, straight (not premultiplied); default false, where frames are laid over white paper.
  public var keepsAlpha: Bool

  /// Makes options.
  public init(threadCount: Int = 1, maximumPixelCount: Int = 1 << 28, keepsAlpha: Bool = false) {
    (self.threadCount, self.maximumPixelCount, self.keepsAlpha) = (threadCount, maximumPixelCount, keepsAlpha)
  }
}
