import OpenCaptureMovies
import OpenCapturePhotos

/// A file type, identified by its uniform type identifier.
public struct AVFileType: RawRepresentable, Sendable, Hashable {
  /// The uniform type identifier.
  public let rawValue: String

  /// Creates the type with an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the type with an identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// A QuickTime movie.
  public static let mov = Self("com.apple.quicktime-movie")
  /// An MPEG-4 movie.
  public static let mp4 = Self("public.mpeg-4")
  /// An MPEG-4 movie from Apple's stores.
  public static let m4v = Self("com.apple.m4v-video")
  /// An MPEG-4 file with sound only.
  public static let m4a = Self("com.apple.m4a-audio")
  /// A WAVE file.
  public static let wav = Self("com.microsoft.waveform-audio")
  /// A Core Audio file.
  public static let caf = Self("com.apple.coreaudio-format")
  /// An AIFF file.
  public static let aiff = Self("public.aiff-audio")
  /// An MP3 file.
  public static let mp3 = Self("public.mp3")
  /// A JPEG file.
  public static let jpg = Self("public.jpeg")
  /// A HEIC file.
  public static let heic = Self("public.heic")
  /// A HEIF file.
  public static let heif = Self("public.heif")
  /// A TIFF file.
  public static let tif = Self("public.tiff")
  /// A PNG file.
  public static let png = Self("public.png")
  /// An AVIF file.
  public static let avif = Self("public.avif")
  /// A DNG file.
  public static let dng = Self("com.adobe.raw-image")

  /// Creates the file type of a photo type.
  init(_ type: CapturePhotoFileType) {
    self =
      switch type {
      case .jpg: .jpg
      case .png: .png
      case .heic: .heic
      case .avif: .avif
      case .dng: .dng
      }
  }

  /// The photo type; nil if photos cannot be written in it.
  var photoFileType: CapturePhotoFileType? {
    self == .heif ? .heic : CapturePhotoFileType.allCases.first { AVFileType($0) == self }
  }

  /// Creates the file type of a sound file; nil if Apple has no name for it.
  init?(_ container: AudioContainer) {
    switch container {
    case .m4a: self = .m4a
    case .wave: self = .wav
    case .mp3: self = .mp3
    default: return nil
    }
  }

  /// The movie container; nil if movies cannot be written in it.
  var movieContainer: MovieContainer? {
    switch self {
    case .mov: .quickTime
    case .mp4, .m4v: .mp4
    default: nil
    }
  }

  /// The type of movie or sound file; nil if it cannot be written.
  var mediaFileKind: MediaFileKind? {
    if let movieContainer { return .movie(movieContainer) }
    return AudioContainer.allCases.first { AVFileType($0) == self }.map { .sound($0) }
  }
}
