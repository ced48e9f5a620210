public import CoreImage
public import CoreMedia
import OpenCaptureMetadata

/// A confidence, from 0 to 1.
public typealias VNConfidence = Float

/// A result of a request.
public class VNObservation: NSObject, @unchecked Sendable {
  // Unchecked because the class is not final; all properties are constant.

  /// A unique identifier of the observation.
  public let uuid = UUID()

  /// The confidence; always 1, because the engines report none.
  public let confidence: VNConfidence = 1

  /// The time range of the observation; always zero, because requests process single images.
  public var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: .zero) }
}

/// An object detected in an image.
public class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
  /// The smallest upright rectangle that contains the object.
  ///
  /// In fractions of the upright image or of the region of interest, with the origin at the lower left.
  public let boundingBox: CGRect

  /// Creates an observation with a bounding box.
  public init(boundingBox: CGRect) { self.boundingBox = boundingBox }
}

/// An object with four corners.
public class VNRectangleObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// The upper left corner of the object itself, in the coordinates of the bounding box.
  public let topLeft: CGPoint
  /// The upper right corner of the object itself.
  public let topRight: CGPoint
  /// The lower left corner of the object itself.
  public let bottomLeft: CGPoint
  /// The lower right corner of the object itself.
  public let bottomRight: CGPoint

  init(topLeft: CGPoint, topRight: CGPoint, bottomRight: CGPoint, bottomLeft: CGPoint) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = xs.min() ?? 0
    let bottom = ys.min() ?? 0
    super.init(
      boundingBox: CGRect(
        x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom))
  }
}

/// A decoded barcode.
public final class VNBarcodeObservation: VNRectangleObservation, @unchecked Sendable {
  /// The symbology.
  public let symbology: VNBarcodeSymbology

  /// The text of the barcode; nil if the content is not text.
  public let payloadStringValue: String?

  /// The encoded bytes.
  public let payloadData: Data?

  /// The symbol of a QR code; nil for other barcodes, and if the engine does not report it.
  public let barcodeDescriptor: CIBarcodeDescriptor?

  /// Whether the content uses GS1 application identifiers; false if the engine does not report it.
  public let isGS1DataCarrier: Bool

  init(_ code: MachineReadableCodeObject, _ symbology: VNBarcodeSymbology, in space: RequestSpace) {
    self.symbology = symbology
    payloadStringValue = code.stringValue
    payloadData = Data(code.bytes)
    barcodeDescriptor = CIQRCodeDescriptor(code)
    isGS1DataCarrier = code.symbolDescriptor?.isGS1 ?? false
    let corners = code.cornerPoints
    super.init(
      topLeft: space.point(corners.topLeft), topRight: space.point(corners.topRight),
      bottomRight: space.point(corners.bottomRight), bottomLeft: space.point(corners.bottomLeft))
  }
}

/// A detected face.
public final class VNFaceObservation: VNDetectedObjectObservation, @unchecked Sendable {
  /// The tilt of the head in the upright image, in radians counter-clockwise; nil if unknown.
  public let roll: NSNumber?

  /// The rotation of the head about its vertical axis, in radians; nil if unknown.
  ///
  /// Positive if an upright face looks to the right of the image.
  public let yaw: NSNumber?

  /// The nod of the head; always nil.
  public var pitch: NSNumber? { nil }

  /// The capture quality of the face; always nil.
  public var faceCaptureQuality: Float? { nil }

  init(_ face: FaceObject, in space: RequestSpace) {
    let upright = space.upright(face)
    roll = upright.roll.map { NSNumber(value: (0 - $0) * .pi / 180) }
    yaw = upright.yaw.map { NSNumber(value: $0 * .pi / 180) }
    super.init(boundingBox: space.rect(face.boundingBox))
  }
}
