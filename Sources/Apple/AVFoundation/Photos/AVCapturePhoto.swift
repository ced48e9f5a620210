public import CoreMedia
import OpenCapturePages
import OpenCapturePhotos
import OpenCapturePictures

/// A photo: its file or pixels, and its metadata.
public final class AVCapturePhoto: Sendable {
  let photo: CapturePhoto

  init(_ photo: CapturePhoto) { self.photo = photo }

  /// The time of exposure.
  public var timestamp: CMTime { photo.timestamp }
  /// Whether this is a raw photo.
  public var isRawPhoto: Bool { photo.isRawPhoto }
  /// The pixels, if they were requested.
  public var pixelBuffer: CVPixelBuffer? { photo.pixelBuffer }
  /// The preview, if one was requested.
  public var previewPixelBuffer: CVPixelBuffer? { photo.previewPixelBuffer }
  /// The number of the photo within the request, from 1.
  public var photoCount: Int { photo.photoCount }
  /// The number of the photo within the bracket, from 1; 0 without a bracket.
  public var sequenceCount: Int { photo.sequenceCount }
  /// The settings of the photo within the bracket; nil without a bracket.
  public var bracketSettings: (any AVCaptureBracketedStillImageSettings)? { photo.bracketSettings }
  /// The resolved settings of the request.
  public var resolvedSettings: AVCaptureResolvedPhotoSettings {
    AVCaptureResolvedPhotoSettings(photo.resolvedSettings)
  }
  /// The type of the camera; nil if the source is not a camera.
  public var sourceDeviceType: AVCaptureDevice.DeviceType? { photo.sourceDeviceType }
  /// The status of lens stabilization; always unsupported.
  public var lensStabilizationStatus: AVCaptureDevice.LensStabilizationStatus { .unsupported }

  /// The metadata of the file under Image I/O's keys, such as `kCGImagePropertyExifDictionary`.
  ///
  /// Contains the orientation and dictionaries of EXIF data, TIFF data and the location, as far as known.
  public var metadata: [String: Any] { photo.imageProperties }

  /// The format of the embedded thumbnail; nil without a thumbnail.
  public var embeddedThumbnailPhotoFormat: [String: Any]? {
    guard photo.embeddedThumbnail != nil else { return nil }
    let size = photo.resolvedSettings.embeddedThumbnailDimensions
    return [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height]
  }

  /// Returns the file; nil for requests of pixels and after a failure.
  public func fileDataRepresentation() -> Data? {
    photo.fileDataRepresentation().map { file in file.withUnsafeBytes { Data($0) } }
  }

  /// Returns the file; the replacements of `customizer` are ignored.
  public func fileDataRepresentation(with customizer: any AVCapturePhotoFileDataRepresentationCustomizer) -> Data? {
    fileDataRepresentation()
  }

  /// Returns the pixels of the photo; nil for raw photos and after a failure.
  ///
  /// A file is decoded. The pixels are not rotated; see ``metadata``.
  public func cgImageRepresentation() -> CGImage? {
    if let pixelBuffer { return CGImage(stored: pixelBuffer) }
    guard !isRawPhoto, let file = photo.fileDataRepresentation() else { return nil }
    if let picture = try? EncodedPicture(file, name: "photo").decoded() { return CGImage(picture.pixelBuffer) }
    return (try? PicturePages(file, name: "photo").page(1).sampleBuffer.image()).map { CGImage($0) }
  }

  /// Returns the pixels of the preview; nil if none was requested.
  ///
  /// The pixels are not rotated; see ``metadata``.
  public func previewCGImageRepresentation() -> CGImage? { previewPixelBuffer.flatMap { CGImage(stored: $0) } }

  /// The depth data; always nil.
  public var depthData: AVDepthData? { nil }

  /// The portrait effects matte; always nil.
  public var portraitEffectsMatte: AVPortraitEffectsMatte? { nil }

  /// The camera calibration data; always nil.
  public var cameraCalibrationData: AVCameraCalibrationData? { nil }

  /// The confidence map of constant color; always nil.
  public var constantColorConfidenceMap: CVPixelBuffer? { nil }

  /// The mean confidence of constant color; always 0.
  public var constantColorCenterWeightedMeanConfidenceLevel: Float { 0 }

  /// Whether the photo is the fallback of a constant color photo; always false.
  public var isConstantColorFallbackPhoto: Bool { false }

  /// Returns the semantic segmentation matte of a type; always nil.
  public func semanticSegmentationMatte(
    for semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType
  ) -> AVSemanticSegmentationMatte? { nil }

  /// Returns the file; replacements are ignored.
  public func fileDataRepresentation(
    withReplacementMetadata replacementMetadata: [String: Any]?,
    replacementEmbeddedThumbnailPhotoFormat: [String: Any]?,
    replacementEmbeddedThumbnailPixelBuffer: CVPixelBuffer?, replacementDepthData: AVDepthData?
  ) -> Data? { fileDataRepresentation() }
}

extension AVCaptureDevice {
  /// The status of lens stabilization during a photo.
  public enum LensStabilizationStatus: Int, Sendable {
    /// The camera does not support lens stabilization.
    case unsupported = 0
    /// Lens stabilization was not requested.
    case off = 1
    /// Lens stabilization was active.
    case active = 2
    /// The camera moved too far.
    case outOfRange = 3
    /// Lens stabilization was unavailable.
    case unavailable = 4
  }
}

/// A provider of replacements for the contents of a photo's file; never called.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: AnyObject {
  /// Returns the replacement of the metadata.
  func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?
  /// Returns the replacement of the embedded thumbnail.
  func replacementEmbeddedThumbnailPixelBuffer(
    withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: AutoreleasingUnsafeMutablePointer<NSDictionary?>,
    for photo: AVCapturePhoto
  ) -> CVPixelBuffer?
  /// Returns the replacement of the depth data.
  func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?
  /// Returns the replacement of the portrait effects matte.
  func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?
  /// Returns the replacement of a semantic segmentation matte.
  func replacementSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
  ) -> AVSemanticSegmentationMatte?
  /// Returns the replacement of the compression settings of a raw photo.
  func replacementAppleProRAWCompressionSettings(
    for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
  ) -> [String: Any]
}

/// A pointer through which a function returns an object.
public typealias AutoreleasingUnsafeMutablePointer<Pointee> = UnsafeMutablePointer<Pointee>

extension AVCapturePhotoFileDataRepresentationCustomizer {
  /// Returns the metadata of the photo.
  public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }
  /// Returns nil.
  public func replacementEmbeddedThumbnailPixelBuffer(
    withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: AutoreleasingUnsafeMutablePointer<NSDictionary?>,
    for photo: AVCapturePhoto
  ) -> CVPixelBuffer? { nil }
  /// Returns nil.
  public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { nil }
  /// Returns nil.
  public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? { nil }
  /// Returns nil.
  public func replacementSemanticSegmentationMatte(
    ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType, for photo: AVCapturePhoto
  ) -> AVSemanticSegmentationMatte? { nil }
  /// Returns the default settings.
  public func replacementAppleProRAWCompressionSettings(
    for photo: AVCapturePhoto, defaultSettings: [String: Any], maximumBitDepth: Int
  ) -> [String: Any] { defaultSettings }
}

// Core Graphics and Image I/O are not available. These names are OpenCapture's own.

extension CGImage {
  /// Returns the image as a file of type `AVFileType.png` or `AVFileType.jpg`; nil on failure.
  ///
  /// - Parameters:
  ///   - fileType: The file type.
  ///   - quality: The quality of a JPEG, 0 to 1; default 0.9.
  public func fileDataRepresentation(as fileType: AVFileType, quality: Double = 0.9) -> Data? {
    let encoder: any PictureEncoder
    switch fileType {
    case .png: encoder = PNGEncoder()
    case .jpg: encoder = JPEGEncoder(quality: quality >= 0.01 ? Int((min(quality, 1) * 100).rounded()) : 1)
    default: return nil
    }
    return (try? encoder.encode(pixelBuffer))?.data.withUnsafeBytes { Data($0) }
  }

  /// The pixels, in BGRA.
  public var imageBuffer: CVPixelBuffer { pixelBuffer }

  fileprivate convenience init?(stored buffer: PixelBuffer) {
    let matrix = buffer.access.withLock { $0.colorMatrix } ?? .bt601
    guard let pixels = try? buffer.converted(to: .bgra, matrix: matrix) else { return nil }
    self.init(pixels)
  }
}
