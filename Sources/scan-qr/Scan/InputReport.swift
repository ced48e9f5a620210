import Metadata

/// What became of one input.
struct InputReport: Sendable {
  let path: InputPath
  /// What was found, in pixels of the upright picture.
  var codes: [MachineReadableCodeObject] = []
  /// Why the input failed, as far as it did: part of a damaged picture may have been scanned.
  var failure: String?
  /// Whether the input is none: a file in a folder that isn't a picture.
  var isPassedOver = false
  /// For `--verbose`: what the input is and how long it took.
  var note: String?
}
