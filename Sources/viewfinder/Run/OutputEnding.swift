import OpenCaptureCommandSupport
import OpenCapture

/// What is written, as the ending of its name says it.
enum OutputEnding {
  case jpeg
  case png
  case movie

  /// What a name asks for; nil where it says nothing that is written.
  init?(_ path: InputPath) {
    switch path.ending {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    case let ending? where MovieContainer.pathExtensions.contains(ending): self = .movie
    default: return nil
    }
  }

  /// The endings that there are, for messages.
  static let known = "." + (["jpg", "png"] + MovieContainer.pathExtensions).joined(separator: ", .")

  /// What encodes pictures for a name; PNG, which loses nothing, where that asks for none.
  static func encoder(for path: InputPath) -> any PictureEncoder {
    guard case .jpeg = OutputEnding(path) else { return PNGEncoder(compressionLevel: 3) }
    return JPEGEncoder()
  }

  /// The ending of what is made of a picture: JPEG stays JPEG.
  static func forPicture(_ input: InputPath) -> String { OutputEnding(input) == .jpeg ? "jpg" : "png" }

  /// The ending of what is made of a movie: its own, where such movies are written.
  static func forMovie(_ input: InputPath) -> String {
    OutputEnding(input) == .movie ? input.ending ?? "mp4" : "mp4"
  }
}
