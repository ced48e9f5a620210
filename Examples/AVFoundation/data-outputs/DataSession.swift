import AVFoundation

/// A session with data outputs for frames and sound.
final class DataSession {
  enum SessionError: Error { case noCamera, noMicrophone, rejected }

  let session = AVCaptureSession()
  let videoOutput = AVCaptureVideoDataOutput()
  let audioOutput = AVCaptureAudioDataOutput()

  init() throws {
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) else {
      throw SessionError.noCamera
    }
    guard let microphone = AVCaptureDevice.default(for: .audio) else { throw SessionError.noMicrophone }
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    if session.canSetSessionPreset(.vga640x480) { session.sessionPreset = .vga640x480 }
    for device in [camera, microphone] {
      let input = try AVCaptureDeviceInput(device: device)
      guard session.canAddInput(input) else { throw SessionError.rejected }
      session.addInput(input)
    }
    for output in [videoOutput, audioOutput] as [AVCaptureOutput] {
      guard session.canAddOutput(output) else { throw SessionError.rejected }
      session.addOutput(output)
    }
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  }
}
