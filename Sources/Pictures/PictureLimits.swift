/// How large pictures may be; what is larger is refused before any memory is taken for it.
public struct PictureLimits: Sendable, Hashable {
  /// The most bytes a file may have; default 512 MiB.
  public var maximumByteCount: Int

  /// The most pixels a picture may have; default 2²⁸ = 268,435,456, that is 16,384 by 16,384.
  ///
  /// Telephones take pictures of 200 million pixels. In BGRA, the default is 1 GiB.
  public var maximumPixelCount: Int

  /// The most memory that a picture may take while it is decoded, in bytes; default 2 GiB.
  ///
  /// Its file counts, its pixels, and what the decoder holds beside them: of a JPEG in several scans, a progressive
  /// one, all coefficients, which are two to eight bytes a pixel; of an interlaced PNG, all rows.
  public var maximumMemory: Int

  /// The most pages that a file may have; default 10,000.
  public var maximumPageCount = 10_000

  /// What errors say can be done about a file with too many pages; nil, the default, for something general.
  public var remedyForPages: String?

  /// How much memory the picture is going to take afterwards, in bytes a pixel, copies for the work on it included;
  /// default 0.
  ///
  /// Where that is more than decoding takes, ``maximumMemory`` limits it instead.
  public var workingBytesPerPixel: Int

  /// Whether the luma of pictures alone is used, so that their colors need not be converted; default false.
  package var usesLumaOnly = false

  /// What errors say can be done about a picture that is too large; nil, the default, for something general.
  public var remedy: String?

  /// Makes limits.
  public init(
    maximumByteCount: Int = 1 << 29, maximumPixelCount: Int = 1 << 28, maximumMemory: Int = 1 << 31,
    workingBytesPerPixel: Int = 0, remedy: String? = nil
  ) {
    (self.maximumByteCount, self.maximumPixelCount) = (maximumByteCount, maximumPixelCount)
    (self.maximumMemory, self.workingBytesPerPixel) = (maximumMemory, workingBytesPerPixel)
    self.remedy = remedy
  }
}
