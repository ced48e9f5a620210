/// How large pictures may be; what is larger is refused before any memory is taken for it.
public struct PictureLimits: Sendable, Hashable {
  /// The most bytes a file may have; default 512 MiB.
  public var maximumByteCount: Int

  /// The most pixels a picture may have; default 2²⁸ = 268,435,456, that is 16,384 by 16,384.
  ///
  /// Telephones take pictures of 200 million pixels. In BGRA, the default is 1 GiB.
  public var maximumPixelCount: Int

  /// Makes limits.
  public init(maximumByteCount: Int = 1 << 29, maximumPixelCount: Int = 1 << 28) {
    (self.maximumByteCount, self.maximumPixelCount) = (maximumByteCount, maximumPixelCount)
  }
}
