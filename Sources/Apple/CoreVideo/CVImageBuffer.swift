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

// Further attachments are stored and have no effect.

/// The primaries of European standard-definition video.
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of digital cinema.
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of P22 phosphors.
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// The transfer function of SMPTE 240M.
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The transfer function of the attached gamma level.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// The transfer function of BT.2020.
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The transfer function of digital cinema.
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// The transfer function PQ.
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// The transfer function HLG.
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Values proportional to light.
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The key of the gamma level: a number.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// The key of the color profile: data.
public let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The key of the color space: a `CGColorSpace`.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The key of the preferred clean aperture: a dictionary.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// The key of the display size: a dictionary.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The key of the display width, in pixels.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The key of the display height, in pixels.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The key of the number of fields: a number.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// The key of the order of the fields.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The top field is the earlier.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The bottom field is the earlier.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// The first line belongs to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// The first line belongs to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The key of the position of chroma samples, in the top field.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// The key of the position of chroma samples, in the bottom field.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// Chroma samples are at the left.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Chroma samples are in the center.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// Chroma samples are at the top left.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// Chroma samples are at the top.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// Chroma samples are at the bottom left.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// Chroma samples are at the bottom.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// Chroma samples are where DV has them.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// The key of the resolution of chroma.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// Chroma of half width and height.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// Chroma of half width.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// Chroma of a quarter of the width.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// The key of whether all pixels are opaque: a Boolean.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// The key of the type of alpha.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colors are independent of alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colors are multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The key of the colors of the mastering display: data.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The key of the light levels: data.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The key of the ambient light: data.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
/// The key of the region of interest.
public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
/// The key of the attachments that are copied to other buffers, in a dictionary.
public let kCVBufferPropagatedAttachmentsKey: CFString = "CVPropagatedAttachments"
/// The key of the attachments that are not copied, in a dictionary.
public let kCVBufferNonPropagatedAttachmentsKey: CFString = "CVNonPropagatedAttachments"
/// The key of the time in a movie: a dictionary.
public let kCVBufferMovieTimeKey: CFString = "CVBufferMovieTime"
/// The key of the number of ticks.
public let kCVBufferTimeValueKey: CFString = "TimeValue"
/// The key of the ticks per second.
public let kCVBufferTimeScaleKey: CFString = "TimeScale"

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

/// Returns the attached color space; nil without one.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  let space = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCGColorSpaceKey, nil) as? CGColorSpace
  // The buffer keeps the color space while it is attached.
  return space.map { Unmanaged.passUnretained($0) }
}

/// Returns the color space among attachments; nil without one.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  (attachments[kCVImageBufferCGColorSpaceKey] as? CGColorSpace).map { Unmanaged.passRetained($0) }
}
