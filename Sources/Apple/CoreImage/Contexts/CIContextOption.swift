/// What contexts are made with; all of it is without effect here, where the processor renders.
public struct CIContextOption: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Makes an option of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the processor renders: always.
  public static let useSoftwareRenderer = Self(rawValue: "software_renderer")
  /// In which colours is calculated.
  public static let workingColorSpace = Self(rawValue: "working_color_space")
  /// In which format is calculated.
  public static let workingFormat = Self(rawValue: "working_format")
  /// In which colours results are.
  public static let outputColorSpace = Self(rawValue: "output_color_space")
  /// Whether smaller images are made carefully: always.
  public static let highQualityDownsample = Self(rawValue: "high_quality_downsample")
  /// Whether what was calculated is kept.
  public static let cacheIntermediates = Self(rawValue: "kCIContextCacheIntermediates")
  /// Whether others go before.
  public static let priorityRequestLow = Self(rawValue: "kCIContextPriorityRequestLow")
  /// Whether it may be slower for less power.
  public static let allowLowPower = Self(rawValue: "kCIContextAllowLowPower")
  /// What the context is called.
  public static let name = Self(rawValue: "kCIContextName")
}
