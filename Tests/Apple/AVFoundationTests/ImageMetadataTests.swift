import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

/// Metadata of frames, stills and photos, read as on Apple's systems.
@Suite("Image metadata")
struct ImageMetadataTests {
  /// A delegate that keeps frames and photos.
  private final class Delegate: AVCaptureVideoDataOutputSampleBufferDelegate, AVCapturePhotoCaptureDelegate,
    Sendable
  {
    let frames = Log<CMSampleBuffer>()
    let photos = Log<AVCapturePhoto>()

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { frames.append(sampleBuffer) }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?)
    {
      photos.append(photo)
    }
  }

  private let session = AVCaptureSession()
  private let delegate = Delegate()

  /// Creates a camera with a sensitivity in ISO.
  private func camera(_ pacing: Pacing = .stepped) -> SyntheticCamera {
    var options = SyntheticCamera.Options()
    options.pacing = pacing
    options.controls.append(CaptureControl(.iso, minimum: 100, maximum: 1600, defaultValue: 200))
    return SyntheticCamera(scene: ColorBars(), options: options)
  }

  private func begin(_ camera: SyntheticCamera, _ output: AVCaptureOutput) throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    session.startRunning()
  }

  private func configure(_ device: AVCaptureDevice, _ change: (AVCaptureDevice) -> Void) throws {
    try device.lockForConfiguration()
    change(device)
    device.unlockForConfiguration()
  }

  @Test("A frame has the exposure of the camera as an attachment, which stays after it was read")
  func frames() throws {
    let camera = camera()
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(delegate, queue: DispatchQueue(label: "test"))
    try begin(camera, output)
    var times: [Double?] = []
    for timescale in [100, 50] as [CMTimeScale] {
      try configure(camera.device) { device in
        device.setExposureModeCustom(duration: CMTime(value: 1, timescale: timescale), iso: 400)
      }
      camera.step()
      try output.settle()
      let frame = try #require(delegate.frames.all.last)
      let exif =
        CMGetAttachment(frame, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil) as? [String: Any]
      times.append(exif?[kCGImagePropertyExifExposureTime as String] as? Double)
      #expect(exif?[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [400])
      #expect(exif?[kCGImagePropertyExifPixelXDimension as String] as? Int == 640)
      #expect(exif?[kCGImagePropertyExifFlash as String] as? Int == 0)
    }
    session.stopRunning()
    #expect(times == [0.01, 0.02])
    let all = CMCopyDictionaryOfAttachments(
      allocator: kCFAllocatorDefault, target: delegate.frames.all[0],
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
    let exif = all?[kCGImagePropertyExifDictionary as String] as? [String: Any]
    #expect(exif?["ExposureTime"] as? Double == 0.01)
  }

  @Test("A still has its metadata as attachments, and the camera's flash mode applies to it")
  func still() throws {
    let camera = camera(.realTime)
    let output = AVCaptureStillImageOutput()
    try begin(camera, output)
    try configure(camera.device) { $0.flashMode = .on }
    let connection = try #require(output.connection(with: .video))
    let stills = Log<CMSampleBuffer?>()
    output.captureStillImageAsynchronously(from: connection) { sampleBuffer, _ in stills.append(sampleBuffer) }
    try stills.wait(for: "the still") { $0.count == 1 }
    session.stopRunning()
    let still = try #require(stills.all[0])
    let exif =
      CMGetAttachment(still, key: kCGImagePropertyExifDictionary, attachmentModeOut: nil) as? [String: Any]
    #expect(exif?["Flash"] as? Int == 1 && exif?["ISOSpeedRatings"] as? [Int] == [200])
    #expect((exif?["DateTimeOriginal"] as? String)?.count == 19)
    let all = CMCopyDictionaryOfAttachments(
      allocator: kCFAllocatorDefault, target: still, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    #expect(all?[kCGImagePropertyOrientation as String] as? UInt32 == 1)
    let tiff = all?[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
    #expect(tiff?[kCGImagePropertyTIFFModel as String] as? String == "Synthetic Camera")
  }

  @Test("Numbers of a photo's metadata convert to all numeric types")
  func numbers() throws {
    let camera = camera()
    let output = AVCapturePhotoOutput()
    try begin(camera, output)
    try configure(camera.device) { device in
      device.setExposureModeCustom(duration: CMTime(value: 1, timescale: 100), iso: 400)
    }
    output.connection(with: .video)?.videoRotationAngle = 90
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
    try output.step(camera) { delegate.photos.count == 1 }
    session.stopRunning()
    let metadata = try #require(delegate.photos.all.first).metadata
    let orientation = try #require(metadata[kCGImagePropertyOrientation as String])
    #expect(orientation as? UInt32 == 6 && orientation as? Int == 6 && orientation as? Int32 == 6)
    #expect(orientation as? Double == 6 && orientation as? NSNumber == 6)
    #expect((orientation as? UInt32).flatMap(CGImagePropertyOrientation.init(rawValue:)) == .right)
    let exif = try #require(metadata[kCGImagePropertyExifDictionary as String] as? [String: Any])
    #expect(exif[kCGImagePropertyExifExposureTime as String] as? Double == 0.01)
    #expect(exif[kCGImagePropertyExifExposureTime as String] as? NSNumber == 0.01)
    #expect(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [NSNumber] == [400])
    #expect(exif[kCGImagePropertyExifExposureMode as String] as? Int == 1)
    #expect(exif[kCGImagePropertyExifPixelYDimension as String] as? Int == 480)
    #expect(metadata[kCGImagePropertyGPSDictionary as String] == nil)
  }

  @Test("The flash modes of a camera and its photo output are equal")
  func flashModes() throws {
    let camera = camera()
    let output = AVCapturePhotoOutput()
    try begin(camera, output)
    let modes: [AVCaptureDevice.FlashMode] = [.off, .on, .auto]
    #expect(camera.device.hasFlash && modes.allSatisfy(camera.device.isFlashModeSupported))
    #expect(output.supportedFlashModes == modes && output.__supportedFlashModes == [0, 1, 2])
    session.stopRunning()
  }
}
