import Glibc
public import OpenCaptureFlow
package import OpenCaptureMovies

extension CaptureError.Code {
  /// A recording ended because it had lasted as long as it may.
  public static let maximumDurationReached = Self("maximumDurationReached", remedy: "")
  /// A recording ended because its file was as large as it may be.
  public static let maximumFileSizeReached = Self("maximumFileSizeReached", remedy: "")
  /// A recording ended because there was no more room on the disk, or less than is to be left.
  public static let diskFull = Self("diskFull", remedy: "make room on the disk, or record to another one")
  /// A recording ended before anything came that could be recorded.
  public static let noDataCaptured = Self("noDataCaptured")
  /// A recording ended because what came was no longer what it had begun with: pictures of another size for instance.
  public static let mediaDiscontinuity = Self(
    "mediaDiscontinuity", remedy: "leave the camera's format alone while it is recorded from")
  /// A file of that name is there already.
  public static let fileAlreadyExists = Self("fileAlreadyExists", remedy: "choose another name")
  /// A kind of file, or a codec, that can't be recorded here.
  public static let unsupportedRecording = Self("unsupportedRecording")
  /// No session that runs leads to the output.
  public static let sessionNotRunning = Self("sessionNotRunning", remedy: "start a session that has the output")
}

extension CaptureError {
  /// Whether a recording that ended so is a file that can be played to where it ended
  /// (`AVErrorRecordingSuccessfullyFinishedKey`).
  public var recordingSuccessfullyFinished: Bool {
    switch code {
    case .noDataCaptured, .fileAlreadyExists, .cannotWrite, .sessionNotRunning, .unsupportedRecording: false
    default: true
    }
  }

  /// Why a file can't be recorded.
  package init(_ error: MovieError) {
    switch error.code {
    case _ where error.errno == ENOSPC || error.errno == EDQUOT:
      self.init(.diskFull, subject: error.subject, errno: error.errno, reason: error.reason)
    case .fileExists: self.init(.fileAlreadyExists, subject: error.subject, reason: error.reason)
    case .invalidOption, .noEncoder:
      self.init(.unsupportedRecording, subject: error.subject, reason: error.reason, remedy: error.remedy)
    default: self.init(.cannotWrite, subject: error.subject, error)
    }
  }
}
