import CommandSupport
import OpenCapture

/// The format of a picture that is written, as its name says it.
enum PictureEnding {
  case jpeg
  case png

  /// The format that a name asks for; nil where it says none that is written.
  init?(_ path: InputPath) {
    switch path.ending {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// What encodes to this format.
  var encoder: any PictureEncoder {
    switch self {
    case .jpeg: JPEGEncoder()
    case .png: PNGEncoder(compressionLevel: 3)
    }
  }

  /// The ending of what is made of an input: JPEG stays JPEG, all others become PNG, which loses nothing.
  static func ending(for input: InputPath) -> String { Self(input) == .jpeg ? "jpg" : "png" }
}
