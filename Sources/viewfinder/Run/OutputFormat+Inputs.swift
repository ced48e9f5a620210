import OpenCapture
import OpenCaptureCommandSupport

extension OutputFormat {
  /// The endings that there are, for messages.
  static var known: String { "." + pathExtensions.joined(separator: ", .") }

  /// What a movie becomes on its way through a pipe: Matroska, which players read along.
  static let stream = OutputFormat.movie("mkv")

  /// What a name asks for; nil where it says nothing that is written.
  init?(_ path: InputPath) { self.init(path: path.bytes) }

  /// The ending of what is made of a picture: JPEG stays JPEG.
  static func endingForPicture(_ input: InputPath) -> String { forPicture(input) == .jpeg ? "jpg" : "png" }

  /// What is made of a picture: JPEG stays JPEG.
  static func forPicture(_ input: InputPath) -> OutputFormat { OutputFormat(input) == .jpeg ? .jpeg : .png }

  /// The ending of what is made of a movie: its own, where such movies are written.
  static func endingForMovie(_ input: InputPath) -> String {
    OutputFormat(input)?.isMovie == true ? input.ending ?? "mp4" : "mp4"
  }
}
