import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// The result of one input.
struct InputReport: Sendable {
  let path: InputPath
  /// The detected codes.
  var detectedCodes: [DetectedCode] = []
  /// The errors, even if a part of the input was scanned, and errors of its annotated picture.
  var failures: [FileFailure] = []
  /// The upright size of the picture that was scanned last; nil if none was.
  var size: VideoDimensions?
  /// The reason why the scan was abandoned, if it was.
  var stop: WorkLimitError?
  /// The notes for `--verbose`: the kind of input and the time, one line per page.
  var notes: [String] = []

  /// Adds the codes of a picture or frame, in device coordinates.
  mutating func add(_ codes: [MachineReadableCodeObject], of sample: SampleBuffer, page: PageNumber? = nil) {
    size = sample.format.videoDimensions.upright(sample.orientation)
    let upright = sample.uprightPixels
    let ordered = codes.map { $0.transformed(by: upright) }.inReadingOrder()
    detectedCodes += ordered.map { DetectedCode(code: $0, page: page) }
  }

  /// The detected codes as JSON, for a stream.
  var codes: [JSONLine] { detectedCodes.map { JSONLine($0) } }
}

/// A detected code, and its place in the input.
struct DetectedCode: Sendable {
  /// The code, in pixels of the upright picture.
  var code: MachineReadableCodeObject
  /// The code's page, if the input has pages.
  var page: PageNumber?
  /// The additional JSON members for a camera's frame.
  var additions: JSONLine?
}

/// The callbacks of a scan in progress, as a movie can take long.
struct ScanListener: Sendable {
  /// Prints the codes found so far; false if they cannot be printed yet and must stay in the report.
  let print: @Sendable (InputReport) -> Bool
  /// Reports the progress as text.
  let progress: @Sendable (String) -> Void
  /// Whether the scan should stop.
  let isOver: @Sendable () -> Bool
}

/// An input to scan.
struct ScanTask: Sendable {
  let input: Input
  /// The input's name in an output folder.
  let outputName: InputPath
  let listener: ScanListener
}
