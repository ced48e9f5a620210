/// The largest pictures that are accepted; larger ones are rejected before memory is allocated for them.
public struct PictureLimits: Sendable, Hashable {
  /// The most bytes of a file (default: 512 MiB).
  public var maximumByteCount: Int

  /// The most pixels of a picture (default: 2²⁸ = 268,435,456, that is 16,384 × 16,384).
  ///
  /// This is 1 GiB in BGRA. Phones take pictures of 200 million pixels.
  public var maximumPixelCount: Int

  /// The most memory in bytes that decoding a picture may take (default: 2 GiB).
  ///
  /// The number includes the file, the pixels and the memory of the decoder. For a JPEG in several scans, such as a
  /// progressive one, the decoder holds all coefficients: two to eight bytes per pixel. For an interlaced PNG, it holds
  /// all rows.
  public var maximumMemory: Int

  /// The most pages of a file (default: 10,000).
  public var maximumPageCount = 10_000

  /// A hint for errors about files with too many pages (default: nil, for a general hint).
  public var pageLimitHint: String?

  /// The bytes per pixel that processing the decoded picture takes, including copies (default: 0).
  ///
  /// If processing takes more memory than decoding, ``maximumMemory`` limits processing instead.
  public var workingBytesPerPixel: Int

  /// Whether only the luma of pictures is used, so that their colors are not converted (default: false).
  package var usesLumaOnly = false

  /// A hint for errors about pictures that are too large (default: nil, for a general hint).
  public var hint: String?

  /// Creates limits.
  public init(
    maximumByteCount: Int = 1 << 29, maximumPixelCount: Int = 1 << 28, maximumMemory: Int = 1 << 31,
    workingBytesPerPixel: Int = 0, hint: String? = nil
  ) {
    self.maximumByteCount = maximumByteCount
    self.maximumPixelCount = maximumPixelCount
    self.maximumMemory = maximumMemory
    self.workingBytesPerPixel = workingBytesPerPixel
    self.hint = hint
  }
}
