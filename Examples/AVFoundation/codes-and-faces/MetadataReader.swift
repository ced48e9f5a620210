import AVFoundation

/// A delegate that converts the metadata objects of frames to preview coordinates.
final class MetadataReader: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  /// The metadata objects of a frame.
  struct Detections {
    var code: String?
    var codeCorners: [CGPoint] = []
    var faceCount = 0
    /// The bounds of all objects, in the coordinates of metadata outputs.
    var areas: [CGRect] = []
  }

  let detections: AsyncStream<Detections>
  private let continuation: AsyncStream<Detections>.Continuation
  private let previewLayer: AVCaptureVideoPreviewLayer
  private let tracker: FaceTracker

  init(_ scanner: Scanner, _ tracker: FaceTracker) {
    (detections, continuation) = AsyncStream.makeStream(of: Detections.self, bufferingPolicy: .bufferingNewest(1))
    previewLayer = scanner.previewLayer
    self.tracker = tracker
    super.init()
    scanner.metadataOutput.setMetadataObjectsDelegate(self, queue: DispatchQueue(label: "metadata"))
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    tracker.update(metadataObjects)
    var found = Detections(faceCount: tracker.count, areas: metadataObjects.map(\.bounds))
    for case let code as AVMetadataMachineReadableCodeObject in metadataObjects where code.type == .qr {
      guard let shown = previewLayer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject
      else { continue }
      found.code = code.stringValue
      found.codeCorners = shown.corners
    }
    continuation.yield(found)
  }
}
