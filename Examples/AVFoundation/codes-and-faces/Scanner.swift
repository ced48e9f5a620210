import AVFoundation

/// A session with a preview that detects codes and faces.
final class Scanner {
  enum ScannerError: Error { case noCamera, rejected, nothingToDetect }

  let session = AVCaptureSession()
  let metadataOutput = AVCaptureMetadataOutput()
  let videoOutput = AVCaptureVideoDataOutput()
  let previewLayer: AVCaptureVideoPreviewLayer

  init() throws {
    guard let camera = AVCaptureDevice.default(for: .video) else { throw ScannerError.noCamera }
    let input = try AVCaptureDeviceInput(device: camera)
    session.beginConfiguration()
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    guard session.canAddInput(input), session.canAddOutput(metadataOutput), session.canAddOutput(videoOutput) else {
      throw ScannerError.rejected
    }
    session.addInput(input)
    session.addOutput(metadataOutput)
    session.addOutput(videoOutput)
    session.commitConfiguration()
    // The available types depend on the session's inputs.
    let types = [AVMetadataObject.ObjectType.qr, .face].filter(metadataOutput.availableMetadataObjectTypes.contains)
    guard !types.isEmpty else { throw ScannerError.nothingToDetect }
    metadataOutput.metadataObjectTypes = types
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    previewLayer = AVCaptureVideoPreviewLayer(session: session)
    previewLayer.videoGravity = .resizeAspectFill
    previewLayer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
  }
}
