/// Distances of what is seen; no camera here tells them, so that there is none.
public final class AVDepthData: Sendable {
  private init() {}
}

/// How a lens projects; no camera here tells it, so that there is none.
public final class AVCameraCalibrationData: Sendable {
  private init() {}
}

/// What of a photo is a person; nothing here finds out, so that there is none.
public final class AVPortraitEffectsMatte: Sendable {
  private init() {}
}

/// What of a photo is what; nothing here finds out, so that there is none.
public final class AVSemanticSegmentationMatte: Sendable {
  private init() {}

  /// What is looked for.
  public struct MatteType: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Skin.
    public static let skin = Self(rawValue: "skin")
    /// Hair.
    public static let hair = Self(rawValue: "hair")
    /// Teeth.
    public static let teeth = Self(rawValue: "teeth")
    /// Glasses.
    public static let glasses = Self(rawValue: "glasses")
  }
}
