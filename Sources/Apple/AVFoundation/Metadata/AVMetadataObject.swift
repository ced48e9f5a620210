public import Foundation
import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// Something that was found in a picture; ours, under Apple's name.
public typealias AVMetadataObject = MetadataObject

/// A code that was read; ours, under Apple's name.
public typealias AVMetadataMachineReadableCodeObject = MachineReadableCodeObject

/// A face; ours, under Apple's name.
public typealias AVMetadataFaceObject = FaceObject

extension MetadataObject {
  /// What can be found; ours, under Apple's name.
  public typealias ObjectType = MetadataObjectType

  /// The smallest upright rectangle that holds it: in the coordinates of metadata outputs, 0 to 1, or of whatever it was
  /// transformed to.
  public var bounds: CGRect { CGRect(box) }
}

extension MachineReadableCodeObject {
  /// The corners: from the code's own top left corner counter-clockwise.
  public var corners: [CGPoint] { outline.map { CGPoint($0) } }
}

extension FaceObject {
  /// How far the head is tilted, in degrees; 0 where nobody knows, as `hasRollAngle` says.
  public var rollAngle: CGFloat { CGFloat(angles.roll ?? 0) }

  /// How far the head is turned, in degrees; 0 where nobody knows, as `hasYawAngle` says.
  public var yawAngle: CGFloat { CGFloat(angles.yaw ?? 0) }
}

extension MetadataObjectType {
  /// Interleaved 2 of 5.
  public static let interleaved2of5 = Self.itf
  /// Interleaved 2 of 5 with 14 digits; found as ``interleaved2of5``.
  public static let itf14 = Self.itf
  /// Code 39 with a check character; found as `code39`.
  public static let code39Mod43 = Self.code39
  /// A cat; not found here.
  public static let catBody = Self(rawValue: "catBody")
  /// A dog; not found here.
  public static let dogBody = Self(rawValue: "dogBody")
  /// A person, from the head to the chest; not found here.
  public static let humanBody = Self(rawValue: "humanBody")
  /// A person, whole; not found here.
  public static let humanFullBody = Self(rawValue: "humanFullBody")
  /// What somebody would look at; not found here.
  public static let salientObject = Self(rawValue: "salientObject")
}
