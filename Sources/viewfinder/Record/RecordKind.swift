import OpenCapture
import OpenCaptureCommandSupport

/// The kind of a recording, derived from its file name.
enum RecordKind: Sendable, Hashable {
  /// Video, with sound from a microphone.
  case movie
  /// Sound only.
  case sound

  /// Makes the kind for a file name; nil if the extension is unknown.
  init?(path: String) {
    if MovieContainer(path: path) != nil {
      self = .movie
    } else if AudioContainer(path: path) != nil {
      self = .sound
    } else {
      return nil
    }
  }

  /// The file extensions of movies, for messages.
  static let movieNames = ".mp4, .mov, .mkv, .webm or .avi"
  /// The file extensions of sound files, for messages.
  static let soundNames = ".m4a, .wav, .flac, .opus or .mp3"
  /// The value of `--camera` for no camera.
  static let noCamera = "none"

  /// Returns an error message for options that do not fit the file; nil if all fit.
  func conflict(with options: RecordCommand) -> String? {
    let name = "'\(options.name)'"
    switch self {
    case .movie:
      guard options.camera.camera == Self.noCamera else { return nil }
      return "Movie \(name) needs a camera. For sound only, use \(Self.soundNames)."
    case .sound:
      if options.recording.microphone == MicrophoneSelection.none {
        return "Sound file \(name) needs a microphone."
      }
      guard let option = options.pictureOption else { return nil }
      return "Sound file \(name) has no video. Omit \(option), or use \(Self.movieNames)."
    }
  }
}

extension RecordCommand {
  /// The first given option that needs video; nil if none is given.
  fileprivate var pictureOption: String? {
    let given = [
      ("--camera", camera.camera != nil && camera.camera != RecordKind.noCamera), ("--scene", camera.scene != nil),
      ("the camera controls", !controls.isEmpty), ("--size", size.size != nil), ("--format", format.format != nil),
      ("--fps", format.fps != nil),
      ("--codec", recording.codec != nil), ("--bit-rate", recording.bitRate != nil),
      ("--rotate", output.tags.rotate != .degrees0), ("--mirror", output.tags.mirror),
      ("--with", output.tags.with != nil),
    ]
    return given.first(where: \.1)?.0
  }
}
