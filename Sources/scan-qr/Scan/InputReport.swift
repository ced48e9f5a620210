import OpenCaptureCommandSupport

/// What became of one input.
struct InputReport: Sendable {
  let path: InputPath
  /// What was found.
  var finds: [Find] = []
  /// Why the input failed, as far as it did: part of a damaged picture may have been scanned; or its annotated picture.
  var failures: [FileFailure] = []
  /// For `--verbose`: what the input is and how long it took, a line for each page.
  var notes: [String] = []
}
