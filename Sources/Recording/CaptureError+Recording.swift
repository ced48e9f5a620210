import Glibc
public import OpenCaptureFlow
package import OpenCaptureMovies

extension CaptureError.Code {
  /// The recording ended at its maximum duration.
  public static var maximumDurationReached: Self { Self("maximumDurationReached") }
  /// The recording ended at its maximum file size.
  public static var maximumFileSizeReached: Self { Self("maximumFileSizeReached") }
  /// The recording ended because the disk was full or reached its minimum free space.
  public static var diskFull: Self { Self("diskFull", hint: "free disk space, or record to another disk") }
  /// The recording ended before it received any data.
  public static var noDataCaptured: Self { Self("noDataCaptured") }
  /// The recording ended because the format changed, for instance the size of the frames.
  public static var mediaDiscontinuity: Self {
    Self("mediaDiscontinuity", hint: "do not change the camera's format during a recording")
  }
  /// The recording ended because the session's configuration changed, for instance the camera.
  public static var configurationChanged: Self {
    Self("configurationChanged", hint: "stop the recording before a change of the camera")
  }
  /// A file with this name already exists.
  public static var fileAlreadyExists: Self { Self("fileAlreadyExists", hint: "choose another name") }
  /// The file type or codec cannot be recorded.
  public static var unsupportedRecording: Self { Self("unsupportedRecording") }
  /// The output is not connected to a running session.
  public static var sessionNotRunning: Self { Self("sessionNotRunning", hint: "start a session with the output") }
}

extension CaptureError {
  /// Whether the recording that ended with this error can be played (`AVErrorRecordingSuccessfullyFinishedKey`).
  public var recordingSuccessfullyFinished: Bool {
    switch code {
    case .noDataCaptured, .fileAlreadyExists, .cannotWrite, .sessionNotRunning, .unsupportedRecording: false
    default: true
    }
  }

  /// Creates the error of a recording from that of its movie file.
  package init(_ error: MovieError) {
    switch error.code {
    case _ where error.errno == ENOSPC || error.errno == EDQUOT:
      self.init(.diskFull, subject: error.subject, errno: error.errno, reason: error.reason)
    case .fileExists: self.init(.fileAlreadyExists, subject: error.subject, reason: error.reason)
    case .invalidOption, .noEncoder:
      self.init(.unsupportedRecording, subject: error.subject, reason: error.reason, hint: error.hint)
    default: self.init(.cannotWrite, subject: error.subject, error)
    }
  }
}
