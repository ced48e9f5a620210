/// What images are made with.
public struct CIImageOption: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Makes an option of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the image is turned as its file says; default false.
  public static let applyOrientationProperty = Self(rawValue: "kCIImageApplyOrientationProperty")
  /// What the image's properties are to be, in place of those of its file.
  public static let properties = Self(rawValue: "kCIImageProperties")
  /// Which colours the pixels are of; without effect.
  public static let colorSpace = Self(rawValue: "kCIImageColorSpace")
  /// Whether pixels are repeated where the image is drawn larger; without effect.
  public static let nearestSampling = Self(rawValue: "kCIImageNearestSampling")
}
