import AVFoundation

/// A delegate that returns the first code and its bounds in a preview.
final class CodeReader: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  private let previewLayer: AVCaptureVideoPreviewLayer
  private var continuation: CheckedContinuation<(text: String, bounds: CGRect), Never>?

  init(previewLayer: AVCaptureVideoPreviewLayer) { self.previewLayer = previewLayer }

  /// Waits for a code of an output.
  func firstCode(of output: AVCaptureMetadataOutput) async -> (text: String, bounds: CGRect) {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      output.setMetadataObjectsDelegate(self, queue: DispatchQueue(label: "codes"))
    }
  }

  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    guard let code = metadataObjects.first as? AVMetadataMachineReadableCodeObject, let text = code.stringValue,
      let shown = previewLayer.transformedMetadataObject(for: code)
    else { return }
    // A continuation may be resumed only once.
    continuation?.resume(returning: (text, shown.bounds))
    continuation = nil
  }
}

extension AVCaptureMetadataOutput {
  /// Waits for a code; returns nil if this output does not read codes.
  func firstCode(in previewLayer: AVCaptureVideoPreviewLayer) async -> (text: String, bounds: CGRect)? {
    guard availableMetadataObjectTypes.contains(.qr) else { return nil }
    metadataObjectTypes = [.qr]
    let reader = CodeReader(previewLayer: previewLayer)
    defer { setMetadataObjectsDelegate(nil, queue: nil) }
    return await reader.firstCode(of: self)
  }
}
