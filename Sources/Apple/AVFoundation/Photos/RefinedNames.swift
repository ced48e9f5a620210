public import CoreMedia
public import OpenCapturePhotos
public import OpenCaptureSession

// Objective-C's declarations that Apple's Swift overlay replaces. They keep their names with two underscores, and older
// code uses them.

// swift-format-ignore: NoLeadingUnderscores
extension CapturePhotoOutput {
  /// The numbers of ``availablePhotoPixelFormatTypes``.
  public var __availablePhotoPixelFormatTypes: [NSNumber] {
    availablePhotoPixelFormatTypes.map { NSNumber(value: $0) }
  }

  /// The numbers of ``availableRawPhotoPixelFormatTypes``.
  public var __availableRawPhotoPixelFormatTypes: [NSNumber] {
    availableRawPhotoPixelFormatTypes.map { NSNumber(value: $0) }
  }

  /// Returns the numbers of ``supportedPhotoPixelFormatTypes(for:)``.
  public func __supportedPhotoPixelFormatTypes(for fileType: AVFileType) -> [NSNumber] {
    supportedPhotoPixelFormatTypes(for: fileType).map { NSNumber(value: $0) }
  }

  /// Returns the numbers of ``supportedRawPhotoPixelFormatTypes(for:)``.
  public func __supportedRawPhotoPixelFormatTypes(for fileType: AVFileType) -> [NSNumber] {
    supportedRawPhotoPixelFormatTypes(for: fileType).map { NSNumber(value: $0) }
  }
}

// swift-format-ignore: NoLeadingUnderscores
extension AVCapturePhotoSettings {
  /// The numbers of ``availablePreviewPhotoPixelFormatTypes``.
  public var __availablePreviewPhotoPixelFormatTypes: [NSNumber] {
    availablePreviewPhotoPixelFormatTypes.map { NSNumber(value: $0) }
  }

  /// The same as ``availableEmbeddedThumbnailPhotoCodecTypes``.
  public var __availableEmbeddedThumbnailPhotoCodecTypes: [AVVideoCodecType] {
    availableEmbeddedThumbnailPhotoCodecTypes
  }
}

// swift-format-ignore: NoLeadingUnderscores
extension CaptureVideoDataOutput {
  /// The numbers of ``availableVideoPixelFormatTypes``.
  public var __availableVideoPixelFormatTypes: [NSNumber] {
    availableVideoPixelFormatTypes.map { NSNumber(value: $0) }
  }

  /// The numbers of ``availableVideoPixelFormatTypes``.
  public var availableVideoCVPixelFormatTypes: [NSNumber] { __availableVideoPixelFormatTypes }
}
