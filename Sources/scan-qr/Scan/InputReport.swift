import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// What became of one input.
struct InputReport: Sendable {
  let path: InputPath
  /// What was found.
  var finds: [Find] = []
  /// Why the input failed, as far as it did: part of a damaged picture may have been scanned; or its annotated picture.
  var failures: [FileFailure] = []
  /// How large the picture is that was scanned last, upright; nil where none was.
  var size: VideoDimensions?
  /// Why the scan was given up, where it was.
  var stop: WorkLimitError?
  /// For `--verbose`: what the input is and how long it took, a line for each page.
  var notes: [String] = []
}
