import AVFoundation
import CaptureFixtures
import CoreVideo
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("Photos as images")
struct PhotoImageTests {
  private final class Delegate: AVCapturePhotoCaptureDelegate, Sendable {
    let log = Log<[Int]>()

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?)
    {
      let images = [photo.cgImageRepresentation(), photo.previewCGImageRepresentation()]
      log.append(images.flatMap { [$0?.width ?? 0, $0?.height ?? 0] })
    }
  }

  @Test("A file is decoded, and pixels and previews are converted", arguments: [true, false])
  func images(isFile: Bool) throws {
    let camera = SyntheticCamera.stepped(scene: MovingCode())
    let session = AVCaptureSession()
    let output = AVCapturePhotoOutput()
    let delegate = Delegate()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    session.startRunning()
    camera.step()
    let settings = AVCapturePhotoSettings(
      format: isFile
        ? [AVVideoCodecKey: AVVideoCodecType.jpeg]
        : [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange])
    settings.previewPhotoFormat = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 160, kCVPixelBufferHeightKey as String: 160,
    ]
    output.capturePhoto(with: settings, delegate: delegate)
    try output.step(camera) { delegate.log.count == 1 }
    session.stopRunning()
    #expect(delegate.log.all == [[640, 480, 160, 120]])
  }
}
