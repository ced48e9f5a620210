import AVFoundation

/// Prints the first code and ends the program.
///
/// For iOS and macOS.
final class CodePrinter: NSObject, AVCaptureMetadataOutputObjectsDelegate {
  func metadataOutput(
    _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
    from connection: AVCaptureConnection
  ) {
    guard let code = metadataObjects.first as? AVMetadataMachineReadableCodeObject else { return }
    print(code.stringValue ?? "binary")
    exit(0)
  }
}
