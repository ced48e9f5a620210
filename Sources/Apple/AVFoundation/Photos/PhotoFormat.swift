import CoreMedia
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePhotos

/// What dictionaries say about how photos are stored.
enum PhotoFormat {
  /// How a photo is stored; nil where the dictionary doesn't say.
  static func parse(_ dictionary: [String: Any]?) -> CapturePhotoSettings.Format? {
    guard let dictionary else { return nil }
    if let type = dictionary.integer(kCVPixelBufferPixelFormatTypeKey) {
      return .pixels(PixelFormat(coreVideoType: OSType(truncatingIfNeeded: type)))
    }
    let properties = dictionary[AVVideoCompressionPropertiesKey] as? [String: Any]
    let quality = properties?.number(AVVideoQualityKey).map { Float($0) }
    return codec(dictionary[AVVideoCodecKey]).map { .compressed($0, quality: quality) }
  }

  /// A preview's pixels and size.
  static func preview(_ dictionary: [String: Any]) -> CapturePhotoSettings.PreviewFormat? {
    let format = dictionary.integer(kCVPixelBufferPixelFormatTypeKey).map { type in
      PixelFormat(coreVideoType: OSType(truncatingIfNeeded: type))
    }
    let (width, height) = (dictionary.integer(kCVPixelBufferWidthKey), dictionary.integer(kCVPixelBufferHeightKey))
    // AVFoundation's size where none is asked for is that of the screen.
    let dimensions = VideoDimensions(width: width ?? height ?? 1280, height: height ?? width ?? 1280)
    return CapturePhotoSettings.PreviewFormat(pixelFormat: format ?? .bgra, dimensions: dimensions)
  }

  /// A preview's pixels and size as a dictionary.
  static func dictionary(_ preview: CapturePhotoSettings.PreviewFormat) -> [String: Any] {
    [
      kCVPixelBufferPixelFormatTypeKey: preview.pixelFormat.coreVideoType,
      kCVPixelBufferWidthKey: preview.dimensions.width, kCVPixelBufferHeightKey: preview.dimensions.height,
    ]
  }

  /// How large a thumbnail is.
  static func thumbnail(_ dictionary: [String: Any]) -> VideoDimensions {
    let (width, height) = (dictionary.integer(AVVideoWidthKey), dictionary.integer(AVVideoHeightKey))
    return VideoDimensions(width: width ?? height ?? 160, height: height ?? width ?? 160)
  }

  /// A codec, named as such or by its four characters.
  static func codec(_ value: Any?) -> AVVideoCodecType? {
    switch value {
    case let codec as AVVideoCodecType: codec
    case let name as String where name.utf8.count == 4:
      AVVideoCodecType(rawValue: .init(rawValue: name.utf8.reduce(0) { $0 << 8 | UInt32($1) }))
    default: nil
    }
  }
}
