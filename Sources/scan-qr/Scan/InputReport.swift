import OpenCaptureCommandSupport
import OpenCaptureMetadata

/// What became of one input.
struct InputReport: Sendable {
  let path: InputPath
  /// What was found, in pixels of the upright picture.
  var codes: [MachineReadableCodeObject] = []
  /// Why the input failed, as far as it did: part of a damaged picture may have been scanned; or its annotated picture.
  var failure: FileFailure?
  /// For `--verbose`: what the input is and how long it took.
  var note: String?
}
