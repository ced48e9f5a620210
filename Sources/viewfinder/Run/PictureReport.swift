import CommandSupport
import OpenCapture

/// What became of one picture.
struct PictureReport {
  let path: InputPath
  /// What was found, in pixels of the upright picture.
  var objects: [any MetadataObject] = []
  /// What went wrong; a processor that fails leaves the work of the others.
  var failures: [String] = []
  /// For `--verbose`: what the picture is and how long each processor took.
  var note: String?
}
