import OpenCapture
import OpenCaptureCommandSupport

extension OutputFormat {
  /// The supported file extensions, for messages.
  static var known: String { "." + pathExtensions.joined(separator: ", .") }

  /// The format of movies on standard output: Matroska, which can be played while it is written.
  static let stream = OutputFormat.movie("mkv")

  /// Makes the format for a path; nil if the extension is unknown.
  init?(_ path: InputPath) { self.init(path: path.bytes) }

  /// Returns the output extension for a picture: JPEG stays JPEG, others become PNG.
  static func endingForPicture(_ input: InputPath) -> String { forPicture(input) == .jpeg ? "jpg" : "png" }

  /// Returns the output format for a picture: JPEG stays JPEG, others become PNG.
  static func forPicture(_ input: InputPath) -> OutputFormat { OutputFormat(input) == .jpeg ? .jpeg : .png }

  /// Returns the output extension for a movie: the input's own, if such movies can be written.
  static func endingForMovie(_ input: InputPath) -> String {
    OutputFormat(input)?.isMovie == true ? input.ending ?? "mp4" : "mp4"
  }
}
