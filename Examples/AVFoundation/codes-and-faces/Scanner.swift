import AVFoundation

/// A session that shows what the camera sees, and looks for codes and faces in it.
final class Scanner {
  enum ScannerError: Error { case noCamera, refused, nothingToFind }

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
      throw ScannerError.refused
    }
    session.addInput(input)
    session.addOutput(metadataOutput)
    session.addOutput(videoOutput)
    session.commitConfiguration()
    // What can be found is known once there is a camera.
    let types = [AVMetadataObject.ObjectType.qr, .face].filter(metadataOutput.availableMetadataObjectTypes.contains)
    guard !types.isEmpty else { throw ScannerError.nothingToFind }
    metadataOutput.metadataObjectTypes = types
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    previewLayer = AVCaptureVideoPreviewLayer(session: session)
    previewLayer.videoGravity = .resizeAspectFill
    previewLayer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
  }
}
