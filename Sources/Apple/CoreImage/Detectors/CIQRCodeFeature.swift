public import CoreVideo
import OpenCaptureMetadata

/// A QR code that was read.
public final class CIQRCodeFeature: CIFeature, @unchecked Sendable {
  /// What it says; nil where that isn't text.
  public let messageString: String?
  /// Where the code's own upper left corner is.
  public let topLeft: CGPoint
  /// Where the code's own upper right corner is.
  public let topRight: CGPoint
  /// Where the code's own lower left corner is.
  public let bottomLeft: CGPoint
  /// Where the code's own lower right corner is.
  public let bottomRight: CGPoint

  init(_ code: MachineReadableCodeObject, in space: DetectionSpace) {
    let corners = code.outline
    (topLeft, topRight) = (space.point(corners.topLeft), space.point(corners.topRight))
    (bottomLeft, bottomRight) = (space.point(corners.bottomLeft), space.point(corners.bottomRight))
    messageString = code.stringValue
    super.init(type: CIFeatureTypeQRCode, bounds: space.rect(code.box))
  }
}
