import CoreMedia
import OpenCaptureFlow
import OpenCaptureMovies
import OpenCaptureSystem

/// How far an asset writer is, and what it was told.
struct WritingState: Lockable {
  var status = AVAssetWriter.Status.unknown
  var error: AVError?
  var inputs: [AVAssetWriterInput] = []
  var writer: MediaFileWriter?
  var hasSession = false
  var handlers: [@Sendable () -> Void] = []
  var fragmentInterval = CMTime.invalid
  var isForNetworks = false
  var durationHint = CMTime.invalid
  var metadata: [AVMetadataItem] = []

  /// What is said of the whole file.
  var options: MovieWritingOptions {
    let usual = MovieWritingOptions().movieFragmentInterval
    let asked = fragmentInterval > .zero ? fragmentInterval : .invalid
    let interval = asked.isNumeric || !isForNetworks ? asked : usual
    var options = MovieWritingOptions(movieFragmentInterval: interval)
    options.metadata = MovieMetadata(metadata, "metadata")
    return options
  }

  /// It has ended.
  ///
  /// - Returns: Who is to be told.
  mutating func end(_ status: AVAssetWriter.Status, _ error: AVError?) -> [@Sendable () -> Void] {
    (self.status, self.error, writer) = (status, error, nil)
    defer { handlers = [] }
    return handlers
  }
}
