public import CoreVideo
import OpenCaptureMetadata

/// A feature detected in an image.
public class CIFeature: NSObject, @unchecked Sendable {
  // Unchecked because the class is not final; all properties are constant.

  /// The type of the feature: ``CIFeatureTypeFace`` or ``CIFeatureTypeQRCode``.
  public let type: String

  /// The bounds, in image coordinates, whose y axis points up.
  public let bounds: CGRect

  init(type: String, bounds: CGRect) {
    self.type = type
    self.bounds = bounds
  }
}

/// A face.
public let CIFeatureTypeFace = "Face"
/// A QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// A rectangle; not detected.
public let CIFeatureTypeRectangle = "Rectangle"
/// Text; not detected.
public let CIFeatureTypeText = "Text"

/// A detected face; eyes, mouths and smiles are not detected.
public final class CIFaceFeature: CIFeature, @unchecked Sendable {
  /// Whether ``trackingID`` is valid, which is the case if the detector tracks faces.
  public let hasTrackingID: Bool
  /// The number of the face, constant while the face is tracked.
  public let trackingID: Int32
  /// Whether ``trackingFrameCount`` is valid, which is the case if the detector tracks faces.
  public let hasTrackingFrameCount: Bool
  /// The number of frames in which the face was detected.
  public let trackingFrameCount: Int32
  /// Whether ``faceAngle`` is known.
  public let hasFaceAngle: Bool
  /// The tilt of the head in the upright image, in degrees counter-clockwise; 0 if unknown.
  public let faceAngle: Float

  /// Creates a feature of a face in device coordinates, with its tilt in the upright image, in degrees clockwise.
  ///
  /// `frameCount` is nil without tracking.
  init(_ face: FaceObject, roll: Double?, frameCount: Int?, in space: DetectionSpace) {
    hasTrackingID = frameCount != nil
    hasTrackingFrameCount = frameCount != nil
    trackingID = frameCount == nil ? 0 : Int32(truncatingIfNeeded: face.faceID)
    trackingFrameCount = Int32(clamping: frameCount ?? 0)
    hasFaceAngle = roll != nil
    faceAngle = roll.map { Float(0 - $0) } ?? 0
    super.init(type: CIFeatureTypeFace, bounds: space.rect(face.boundingBox))
  }

  /// Whether the left eye was detected; always false.
  public var hasLeftEyePosition: Bool { false }
  /// The position of the left eye; always zero.
  public var leftEyePosition: CGPoint { .zero }
  /// Whether the right eye was detected; always false.
  public var hasRightEyePosition: Bool { false }
  /// The position of the right eye; always zero.
  public var rightEyePosition: CGPoint { .zero }
  /// Whether the mouth was detected; always false.
  public var hasMouthPosition: Bool { false }
  /// The position of the mouth; always zero.
  public var mouthPosition: CGPoint { .zero }
  /// Whether the face smiles; always false.
  public var hasSmile: Bool { false }
  /// Whether the left eye is closed; always false.
  public var leftEyeClosed: Bool { false }
  /// Whether the right eye is closed; always false.
  public var rightEyeClosed: Bool { false }
}

/// A decoded QR code.
public final class CIQRCodeFeature: CIFeature, @unchecked Sendable {
  /// The text of the code; nil if the content is not text.
  public let messageString: String?
  /// The symbol of the code; nil if the engine does not report it.
  public let symbolDescriptor: CIQRCodeDescriptor?
  /// The upper left corner of the code itself.
  public let topLeft: CGPoint
  /// The upper right corner of the code itself.
  public let topRight: CGPoint
  /// The lower left corner of the code itself.
  public let bottomLeft: CGPoint
  /// The lower right corner of the code itself.
  public let bottomRight: CGPoint

  init(_ code: MachineReadableCodeObject, in space: DetectionSpace) {
    let corners = code.cornerPoints
    topLeft = space.point(corners.topLeft)
    topRight = space.point(corners.topRight)
    bottomLeft = space.point(corners.bottomLeft)
    bottomRight = space.point(corners.bottomRight)
    messageString = code.stringValue
    symbolDescriptor = CIQRCodeDescriptor(code)
    super.init(type: CIFeatureTypeQRCode, bounds: space.rect(code.boundingBox))
  }
}

/// A conversion from device coordinates, with y down, to image coordinates, with y up.
struct DetectionSpace {
  /// The area of the examined pixels, in image coordinates.
  let area: PixelRect

  func point(_ point: Point) -> CGPoint {
    CGPoint(x: Double(area.x) + point.x * Double(area.width), y: Double(area.maxY) - point.y * Double(area.height))
  }

  func rect(_ rect: Rect) -> CGRect {
    let size = CGSize(width: rect.width * Double(area.width), height: rect.height * Double(area.height))
    return CGRect(origin: point(Point(x: rect.minX, y: rect.maxY)), size: size)
  }
}
