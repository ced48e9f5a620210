import AVFoundation

/// What is found in frames, as it lies in the preview.
final class MetadataReader: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  /// What was found in a frame.
  struct Finding {
    var code: String?
    var codeCorners: [CGPoint] = []
    var faceCount = 0
    /// All that was found, in the coordinates of metadata outputs.
    var areas: [CGRect] = []
  }

  let findings: AsyncStream<Finding>
  private let continuation: AsyncStream<Finding>.Continuation
  private let previewLayer: AVCaptureVideoPreviewLayer
  private let tracker: FaceTracker

  init(_ scanner: Scanner, _ tracker: FaceTracker) {
    (findings, continuation) = AsyncStream.makeStream(of: Finding.self, bufferingPolicy: .bufferingNewest(1))
    (previewLayer, self.tracker) = (scanner.previewLayer, tracker)
    super.init()
    scanner.metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue(label: "metadata"))
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    tracker.update(metadataObjects)
    var finding = Finding(faceCount: tracker.count, areas: metadataObjects.map(\.bounds))
    for case let code as AVMetadataMachineReadableCodeObject in metadataObjects where code.type == .qr {
      guard let shown = previewLayer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject
      else { continue }
      (finding.code, finding.codeCorners) = (code.stringValue, shown.corners)
    }
    continuation.yield(finding)
  }
}
