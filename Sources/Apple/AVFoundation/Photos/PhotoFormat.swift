import CoreMedia
import OpenCapturePhotos

/// Conversion of photo formats from and to dictionaries.
enum PhotoFormat {
  /// Returns the format of a photo; nil if the dictionary has none.
  static func parse(_ dictionary: [String: Any]?) -> CapturePhotoSettings.Format? {
    guard let dictionary else { return nil }
    if let type = dictionary.integer(kCVPixelBufferPixelFormatTypeKey) {
      return .pixels(PixelFormat(coreVideoType: OSType(truncatingIfNeeded: type)))
    }
    let properties = dictionary[AVVideoCompressionPropertiesKey] as? [String: Any]
    let quality = properties?.number(AVVideoQualityKey).map { Float($0) }
    return codec(dictionary[AVVideoCodecKey]).map { .compressed($0, quality: quality) }
  }

  /// Returns the pixel format and size of a preview.
  static func preview(_ dictionary: [String: Any]) -> CapturePhotoSettings.PreviewFormat? {
    let type = dictionary.integer(kCVPixelBufferPixelFormatTypeKey)
    let format = type.map { PixelFormat(coreVideoType: OSType(truncatingIfNeeded: $0)) }
    let width = dictionary.integer(kCVPixelBufferWidthKey)
    let height = dictionary.integer(kCVPixelBufferHeightKey)
    // The default size on Apple's systems is that of the screen.
    let dimensions = VideoDimensions(width: width ?? height ?? 1280, height: height ?? width ?? 1280)
    return CapturePhotoSettings.PreviewFormat(pixelFormat: format ?? .bgra, dimensions: dimensions)
  }

  /// Returns the pixel format and size of a preview as a dictionary.
  static func dictionary(_ preview: CapturePhotoSettings.PreviewFormat) -> [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: preview.pixelFormat.coreVideoType,
      kCVPixelBufferWidthKey: preview.dimensions.width, kCVPixelBufferHeightKey: preview.dimensions.height,
    ]
  }

  /// Returns the size of a thumbnail.
  static func thumbnail(_ dictionary: [String: Any]) -> VideoDimensions {
    let width = dictionary.integer(AVVideoWidthKey)
    let height = dictionary.integer(AVVideoHeightKey)
    return VideoDimensions(width: width ?? height ?? 160, height: height ?? width ?? 160)
  }

  /// Returns a codec from its type or its four-character string.
  static func codec(_ value: Any?) -> AVVideoCodecType? {
    switch value {
    case let codec as AVVideoCodecType: codec
    case let name as String where name.utf8.count == 4: AVVideoCodecType(rawValue: name)
    default: nil
    }
  }
}
