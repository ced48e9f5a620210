public import CoreVideo

/// What was found in an image.
public class CIFeature: NSObject, @unchecked Sendable {
  // Unchecked for subclasses' sake: nothing here changes.

  /// What kind of thing it is: ``CIFeatureTypeFace`` or ``CIFeatureTypeQRCode``.
  public let type: String

  /// Where it is, in the coordinates of the image: y goes up.
  public let bounds: CGRect

  init(type: String, bounds: CGRect) { (self.type, self.bounds) = (type, bounds) }
}

/// A face.
public let CIFeatureTypeFace = "Face"
/// A QR code.
public let CIFeatureTypeQRCode = "QRCode"
/// A rectangle; not found here.
public let CIFeatureTypeRectangle = "Rectangle"
/// Text; not found here.
public let CIFeatureTypeText = "Text"
