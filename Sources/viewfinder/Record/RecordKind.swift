import OpenCapture
import OpenCaptureCommandSupport

/// What is recorded, as the name of the file says.
enum RecordKind: Sendable, Hashable {
  /// Pictures, with sound where there is a microphone.
  case movie
  /// Sound alone.
  case sound

  /// Nil for a name that says nothing of the kind.
  init?(path: String) {
    if MovieContainer(path: path) != nil {
      self = .movie
    } else if AudioContainer(path: path) != nil {
      self = .sound
    } else {
      return nil
    }
  }

  /// The word for no camera.
  static let noCamera = "none"

  /// What doesn't go with such a file; nil where all does.
  func complaint(about options: RecordCommand) -> String? {
    let name = "'\(options.output.output)'"
    switch self {
    case .movie:
      guard options.camera.camera == Self.noCamera else { return nil }
      return "\(name) is a movie, which needs a camera: for sound alone end it in .m4a, .wav, .flac, .opus or .mp3."
    case .sound:
      if options.recording.microphone == MicrophoneSelection.none {
        return "Without a microphone there is nothing to record in \(name)."
      }
      guard let option = options.pictureOption else { return nil }
      return "\(name) has no pictures: leave \(option) out, or end the name in .mp4, .mov, .mkv, .webm or .avi."
    }
  }
}

extension RecordCommand {
  /// An option that was given and is about pictures; nil where none was.
  fileprivate var pictureOption: String? {
    let given = [
      ("--camera", camera.camera != nil && camera.camera != RecordKind.noCamera), ("--scene", camera.scene != nil),
      ("what sets the camera's controls", !controls.isEmpty), ("--fps", recording.fps != nil),
      ("--codec", recording.codec != nil), ("--bit-rate", recording.bitRate != nil),
      ("--rotate", output.rotate != .degrees0), ("--mirror", output.mirror), ("--with", output.with != nil),
    ]
    return given.first(where: \.1)?.0
  }
}
