import Capture
import Codes

extension CaptureMetadataOutput {
  /// Makes an output with the detectors of this package.
  ///
  /// As in AVFoundation it looks for nothing until ``metadataObjectTypes`` is set.
  public convenience init() {
    var scanner = CodeScanner()
    scanner.effort = .fast
    self.init(detectors: [CodeTracker(scanner)])
    metadataObjectTypes = []
  }
}
