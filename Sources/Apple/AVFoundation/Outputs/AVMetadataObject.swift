import CoreVideo
public import CoreImage
public import Foundation
public import OpenCaptureSession

/// An object detected in an image; an alias of `MetadataObject`.
public typealias AVMetadataObject = MetadataObject

/// A decoded barcode; an alias of `MachineReadableCodeObject`.
public typealias AVMetadataMachineReadableCodeObject = MachineReadableCodeObject

/// A face; an alias of `FaceObject`.
public typealias AVMetadataFaceObject = FaceObject

extension MetadataObject {
  /// A type of object; an alias of `MetadataObjectType`.
  public typealias ObjectType = MetadataObjectType

  /// The smallest upright rectangle that contains the object.
  ///
  /// In metadata coordinates from 0 to 1, or in the coordinates of the transformed object.
  public var bounds: CGRect { CGRect(boundingBox) }
}

extension MachineReadableCodeObject {
  /// The symbol of a QR code; nil for other barcodes, and if the engine does not report it.
  public var descriptor: CIBarcodeDescriptor? { CIQRCodeDescriptor(self) }

  /// The corners, counter-clockwise from the upper left corner of the code itself.
  public var corners: [CGPoint] { cornerPoints.map { CGPoint($0) } }
}

extension FaceObject {
  /// The tilt of the head, in degrees; 0 if unknown, see `hasRollAngle`.
  public var rollAngle: CGFloat { CGFloat(roll ?? 0) }

  /// The rotation of the head about its vertical axis, in degrees; 0 if unknown, see `hasYawAngle`.
  public var yawAngle: CGFloat { CGFloat(yaw ?? 0) }
}

extension MetadataObjectType {
  /// Interleaved 2 of 5.
  public static let interleaved2of5 = Self.itf
  /// A cat; not detected.
  public static let catBody = Self(rawValue: "catBody")
  /// A dog; not detected.
  public static let dogBody = Self(rawValue: "dogBody")
  /// A person from head to chest; not detected.
  public static let humanBody = Self(rawValue: "humanBody")
  /// A whole person; not detected.
  public static let humanFullBody = Self(rawValue: "humanFullBody")
  /// A salient object; not detected.
  public static let salientObject = Self(rawValue: "salientObject")
}

/// A body; not detected.
public protocol AVMetadataBodyObject: MetadataObject {
  /// The number of the body.
  var bodyID: Int { get }
}

/// A person from head to chest; not detected.
public protocol AVMetadataHumanBodyObject: AVMetadataBodyObject {}

/// A whole person; not detected.
public protocol AVMetadataHumanFullBodyObject: AVMetadataBodyObject {}

/// A cat; not detected.
public protocol AVMetadataCatBodyObject: AVMetadataBodyObject {}

/// A dog; not detected.
public protocol AVMetadataDogBodyObject: AVMetadataBodyObject {}

/// A salient object; not detected.
public protocol AVMetadataSalientObject: MetadataObject {
  /// The number of the object.
  var objectID: Int { get }
}

/// An output that detects codes and faces; an alias of `CaptureMetadataOutput`.
public typealias AVCaptureMetadataOutput = CaptureMetadataOutput

/// A delegate that receives metadata objects; an alias of `CaptureMetadataOutputObjectsDelegate`.
public typealias AVCaptureMetadataOutputObjectsDelegate = CaptureMetadataOutputObjectsDelegate

extension CaptureMetadataOutputObjectsDelegate {
  /// Does nothing; the method is optional, as on Apple's systems.
  public func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {}
}

extension CaptureMetadataOutput {
  /// The region of interest, in metadata coordinates from 0 to 1; default the whole image.
  ///
  /// Objects that do not touch the region are not reported.
  public var rectOfInterest: CGRect {
    get { CGRect(regionOfInterest) }
    set { regionOfInterest = .init(newValue) }
  }

  // Implicitly unwrapped as on Apple's systems, where nil resets the property.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The types of objects to detect; default none, which is also the meaning of nil.
  public var metadataObjectTypes: [AVMetadataObject.ObjectType]! {
    get { types }
    set { types = newValue ?? [] }
  }

  /// The queue of the delegate; nil without a delegate.
  public var metadataObjectsCallbackQueue: DispatchQueue? { delegateQueue }
}
