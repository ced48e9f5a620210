public import OpenCaptureMediaSamples

/// A kind of file that photos are stored as (`AVFileType`).
public enum CapturePhotoFileType: String, Sendable, Hashable, CaseIterable {
  /// JPEG.
  case jpg
  /// PNG.
  case png
  /// HEIC: pictures coded as HEVC.
  case heic
  /// AVIF: pictures coded as AV1.
  case avif
  /// DNG: a sensor's own values.
  case dng

  /// The codec of the pictures in it; nil for raw ones.
  public var codec: VideoCodecType? {
    switch self {
    case .jpg: .jpeg
    case .png: .png
    case .heic: .hevc
    case .avif: .av1
    case .dng: nil
    }
  }

  /// The kind of file for a codec; nil where there is none.
  public init?(codec: VideoCodecType) {
    guard let type = Self.allCases.first(where: { $0.codec == codec }) else { return nil }
    self = type
  }

  /// The kind of file that a name's ending says, whatever its case; nil where it says none.
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
