public import OpenCaptureSession

extension CaptureMetadataOutput {
  /// Makes an output with the detectors of this package: codes, and faces where their cascades are installed.
  ///
  /// As in AVFoundation it looks for nothing until `metadataObjectTypes` is set.
  public convenience init() {
    var scanner = CodeScanner()
    scanner.effort = .fast
    let codes: any FrameProcessor = CodeTracker(scanner)
    self.init(detectors: [codes] + [FacesOnDemand()].compactMap(\.self))
    metadataObjectTypes = []
  }
}
