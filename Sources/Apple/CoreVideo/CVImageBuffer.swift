import Foundation
package import OpenCaptureMediaSamples

/// The key of the Y'CbCr matrix, such as ``kCVImageBufferYCbCrMatrix_ITU_R_709_2``.
///
/// Images from a sample buffer have this attachment. Format descriptions for an image take their matrix from this
/// attachment.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of BT.709, for high-definition video.
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of BT.601, for standard-definition video and JPEG.
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of SMPTE 240M; stored, but not used for conversions.
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The matrix of BT.2020; stored, but not used for conversions.
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The key of the color primaries.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of BT.709 and sRGB.
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of SMPTE C.
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The P3 primaries with white point D65.
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The primaries of BT.2020.
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The key of the transfer function.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The transfer function of BT.709.
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer function of sRGB.
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The key of the clean aperture, the visible part of the image; the value is a dictionary.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The key of the width of the clean aperture, in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The key of the height of the clean aperture, in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// The key of the offset of the aperture's center to the right of the image center, in pixels.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// The key of the offset of the aperture's center below the image center, in pixels.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The key of the pixel aspect ratio; the value is a dictionary.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The key of the relative pixel width.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The key of the relative pixel height.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

extension ColorMatrix {
  /// Core Video's name of the matrix.
  package var coreVideoName: CFString {
    switch self {
    case .bt601: kCVImageBufferYCbCrMatrix_ITU_R_601_4
    case .bt709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
    }
  }

  /// Creates the matrix with a Core Video name; nil if this library does not support it.
  package init?(coreVideoName name: CFString) {
    guard let matrix = Self.allCases.first(where: { $0.coreVideoName == name }) else { return nil }
    self = matrix
  }
}

/// Returns the size of the image, in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// Returns the display size of an image, which is the size of its clean aperture.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CVImageBufferGetCleanRect(imageBuffer).size
}

/// Returns the clean aperture of an image, by default all of it, with the origin at the lower left.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let width = Double(imageBuffer.width)
  let height = Double(imageBuffer.height)
  let attached = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCleanApertureKey, nil) as? CFDictionary
  guard let attached, let cleanWidth = attached.number(kCVImageBufferCleanApertureWidthKey),
    let cleanHeight = attached.number(kCVImageBufferCleanApertureHeightKey), cleanWidth > 0, cleanHeight > 0
  else { return CGRect(x: 0, y: 0, width: width, height: height) }
  return CGRect(
    x: (width - cleanWidth) / 2 + (attached.number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0),
    y: (height - cleanHeight) / 2 - (attached.number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0),
    width: cleanWidth, height: cleanHeight)
}

/// Returns whether the first row in memory is the upper row, which is always true.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }
