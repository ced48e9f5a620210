/// What pictures are looked at with; all of it is without effect here.
public struct VNImageOption: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Makes an option of this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// What the picture's file says besides.
  public static let properties = Self(rawValue: "VNImageOptionProperties")
  /// How the lens drew the picture.
  public static let cameraIntrinsics = Self(rawValue: "VNImageOptionCameraIntrinsics")
  /// What renders the image.
  public static let ciContext = Self(rawValue: "VNImageOptionCIContext")
}
