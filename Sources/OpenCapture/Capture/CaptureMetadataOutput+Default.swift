import Capture
import Codes

extension CaptureMetadataOutput {
  /// Makes an output with the detectors of this package.
  ///
  /// As in AVFoundation it looks for nothing until ``metadataObjectTypes`` is set.
  public convenience init() {
    self.init(detectors: [CodeScanner()])
    metadataObjectTypes = []
  }
}
