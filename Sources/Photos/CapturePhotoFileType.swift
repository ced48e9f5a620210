public import OpenCaptureMediaSamples

extension VideoCodecType {
  /// A DNG file in a sample buffer; the public ``CapturePhotoFileType/codec`` of DNG is nil.
  package static let dng = Self(rawValue: "dng ")
}

/// A file type of photos (`AVFileType`).
public enum CapturePhotoFileType: String, Sendable, Hashable, CaseIterable {
  /// JPEG.
  case jpg
  /// PNG.
  case png
  /// HEIC: pictures encoded as HEVC.
  case heic
  /// AVIF: pictures encoded as AV1.
  case avif
  /// DNG: the values of a sensor.
  case dng

  /// The codec of the pictures in the file; nil for raw pictures.
  public var codec: VideoCodecType? {
    switch self {
    case .jpg: .jpeg
    case .png: .png
    case .heic: .hevc
    case .avif: .av1
    case .dng: nil
    }
  }

  /// Creates the file type for a codec; nil if the codec has none.
  public init?(codec: VideoCodecType) {
    guard let type = Self.allCases.first(where: { $0.codec == codec }) else { return nil }
    self = type
  }

  /// Creates the file type for a path extension in any case; nil for other extensions.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "jpg", "jpeg", "jpe": self = .jpg
    case "png": self = .png
    case "heic", "heif": self = .heic
    case "avif": self = .avif
    case "dng": self = .dng
    default: return nil
    }
  }
}
