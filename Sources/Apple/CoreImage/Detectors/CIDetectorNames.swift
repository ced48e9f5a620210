/// Faces: ``CIFaceFeature``.
public let CIDetectorTypeFace = "CIDetectorTypeFace"
/// QR codes: ``CIQRCodeFeature``.
public let CIDetectorTypeQRCode = "CIDetectorTypeQRCode"
/// Rectangles; there is no detector of them here.
public let CIDetectorTypeRectangle = "CIDetectorTypeRectangle"
/// Where text is; there is no detector of it here.
public let CIDetectorTypeText = "CIDetectorTypeText"

/// How much is done to find what is hard to find: ``CIDetectorAccuracyLow`` or ``CIDetectorAccuracyHigh``, the default.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
/// What takes the least time.
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
/// What finds more: `balanced` in OpenCapture.
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// Whether faces are followed from picture to picture: each keeps its ``CIFaceFeature/trackingID``.
public let CIDetectorTracking = "CIDetectorTracking"
/// The side of the smallest face that is looked for, as a share of the shorter side of the picture.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// How many are found at most.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// At how many angles faces are looked for; without effect.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
/// How the picture must be turned to be upright: a number of EXIF's, 1 to 8.
///
/// Finds stay in the image's own coordinates.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// Whether it is said if eyes are closed; nothing here knows.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// Whether it is said if somebody smiles; nothing here knows.
public let CIDetectorSmile = "CIDetectorSmile"
/// Of what focal length the picture is; without effect.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// How wide rectangles are to how high; without effect.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// Whether parts of text are found, too; without effect.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"
