public import CoreMedia
public import Foundation
import OpenCaptureMediaSamples
import OpenCapturePhotos
import OpenCapturePictures

/// A photo: its file, or its pixels, and what is known of it.
public final class AVCapturePhoto: Sendable {
  let photo: CapturePhoto

  init(_ photo: CapturePhoto) { self.photo = photo }

  /// When it was exposed.
  public var timestamp: CMTime { photo.timestamp }
  /// Whether it is a sensor's own values.
  public var isRawPhoto: Bool { photo.isRawPhoto }
  /// The pixels, where those were asked for.
  public var pixelBuffer: CVPixelBuffer? { photo.pixelBuffer }
  /// The preview, where one was asked for.
  public var previewPixelBuffer: CVPixelBuffer? { photo.previewPixelBuffer }
  /// Which one of the request's photos it is, from 1.
  public var photoCount: Int { photo.photoCount }
  /// Which one of a bracket it is, from 1; 0 where there is none.
  public var sequenceCount: Int { photo.sequenceCount }
  /// How it was to be exposed as one of a bracket; nil where it isn't.
  public var bracketSettings: (any AVCaptureBracketedStillImageSettings)? { photo.bracketSettings }
  /// What was asked for.
  public var resolvedSettings: AVCaptureResolvedPhotoSettings {
    AVCaptureResolvedPhotoSettings(photo.resolvedSettings)
  }
  /// What kind of camera took it; nil where it wasn't one.
  public var sourceDeviceType: AVCaptureDevice.DeviceType? { photo.sourceDeviceType }
  /// What became of holding the lens still: no driver does it.
  public var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }

  /// What the file says besides its pixels: under ImageIO's names the orientation, and Exif's exposure time, sensitivity
  /// and aperture as far as they are known.
  public var metadata: [String: Any] {
    let known = photo.metadata
    var exif: [String: Any] = [:]
    if known.exposure.duration.isNumeric { exif["ExposureTime"] = known.exposure.duration.seconds }
    if let iso = known.exposure.iso { exif["ISOSpeedRatings"] = [Int(iso)] }
    if let bias = known.exposure.bias { exif["ExposureBiasValue"] = Double(bias) }
    if let aperture = known.exposure.fNumber { exif["FNumber"] = Double(aperture) }
    if let length = known.exposure.focalLength { exif["FocalLength"] = Double(length) }
    return ["Orientation": known.orientation.rawValue, "{Exif}": exif]
  }

  /// How large the small picture within the file is; nil where there is none.
  public var embeddedThumbnailPhotoFormat: [String: Any]? {
    guard photo.embeddedThumbnail != nil else { return nil }
    let size = photo.resolvedSettings.embeddedThumbnailDimensions
    return [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height]
  }

  /// The whole file; nil for pixels, and for a photo that failed.
  public func fileDataRepresentation() -> Data? {
    photo.fileDataRepresentation().map { file in file.withUnsafeBytes { Data($0) } }
  }

  /// The whole file; what `customizer` would replace stays.
  public func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
    fileDataRepresentation()
  }
}

extension AVCaptureDevice {
  /// What became of holding the lens still while a photo was taken.
  public enum LensStabilizationStatus: Int, Sendable {
    /// The camera can't.
    case unsupported = 0
    /// It wasn't asked for.
    case off = 1
    /// It was done.
    case active = 2
    /// The camera moved too far.
    case outOfRange = 3
    /// It couldn't be done then.
    case unavailable = 4
  }
}

/// Replaces what the file of a photo says; nothing is replaced here.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: AnyObject {
  /// What the file is to say in place of the photo's.
  func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?
  /// The small picture within the file in place of the photo's.
  func replacementEmbeddedThumbnailPixelBuffer(
    withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: AutoreleasingUnsafeMutablePointer<NSDictionary?>,
    for photo: AVCapturePhoto
  ) -> CVPixelBuffer?
  /// The distances in place of the photo's.
  func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?
  /// What is a person, in place of the photo's.
  func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?
  /// What is what, in place of the photo's.
  func replacementSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
  ) -> AVSemanticSegmentationMatte?
  /// How a raw photo is compressed in place of what is usual.
  func replacementAppleProRAWCompressionSettings(
    for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
  ) -> [String: Any]
}

/// Where a function leaves an object for who called it.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

extension AVCapturePhotoFileDataRepresentationCustomizer {
  /// What the photo's file says.
  public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }
  /// None.
  public func replacementEmbeddedThumbnailPixelBuffer(
    withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: AutoreleasingUnsafeMutablePointer<NSDictionary?>,
    for photo: AVCapturePhoto
  ) -> CVPixelBuffer? { nil }
  /// None.
  public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { nil }
  /// None.
  public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? { nil }
  /// None.
  public func replacementSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
  ) -> AVSemanticSegmentationMatte? { nil }
  /// What is usual.
  public func replacementAppleProRAWCompressionSettings(
    for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
  ) -> [String: Any] { defaultSettings }
}
