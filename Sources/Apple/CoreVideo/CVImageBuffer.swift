package import OpenCaptureMediaSamples
import Foundation

/// How red, green and blue weigh in luma and chroma, as an attachment: such as ``kCVImageBufferYCbCrMatrix_ITU_R_709_2``.
///
/// Pictures that came in a sample buffer have it; what is attached tells the format description that is made for them.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// BT.709, of high-definition video.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// BT.601, of standard-definition video and JPEG.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// SMPTE 240M; attached, not calculated with here.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// BT.2020; attached, not calculated with here.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// Which colours the primaries are, as an attachment.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// BT.709's and sRGB's.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// SMPTE C.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// P3 with a white of D65.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// BT.2020's.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// How light follows from numbers, as an attachment.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// BT.709's.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// sRGB's.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// Which part of the picture is to be shown, as an attachment: a dictionary.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The width of that part, in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// Its height, in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// How far its middle is to the right of the picture's, in pixels.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// How far its middle is below the picture's, in pixels.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// How wide pixels are to how high, as an attachment: a dictionary.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// How wide.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// How high.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

extension ColorMatrix {
  /// What Core Video calls it.
  package var coreVideoName: CFString {
    switch self {
    case .bt601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
    case .bt709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
    }
  }

  /// The matrix that Core Video calls so; nil where it isn't known here.
  package init?(coreVideoName name: CFString) {
    guard let matrix = Self.allCases.first(where: { $0.coreVideoName == name }) else { return nil }
    self = matrix
  }
}

/// The size of a picture's pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size that a picture is to be shown in: that of its clean aperture.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetCleanRect(imageBuffer).size
}

/// Which part of a picture is to be shown, its origin at the lower left; all of it where nothing else is attached.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let (width, height) = (Double(imageBuffer.width), Double(imageBuffer.height))
  let attached = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCleanApertureKey, nil) as? CFDictionary
  guard let attached, let cleanWidth = attached.number(kCVImageBufferCleanApertureWidthKey),
    let cleanHeight = attached.number(kCVImageBufferCleanApertureHeightKey), cleanWidth > 0, cleanHeight > 0
  else { return CGRect(x: 0, y: 0, width: width, height: height) }
  return CGRect(
    x: (width - cleanWidth) / 2 + (attached.number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0),
    y: (height - cleanHeight) / 2 - (attached.number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0),
    width: cleanWidth, height: cleanHeight)
}

/// Whether the first row in memory is the upper one: always.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }
