import AVFoundation
import CaptureFixtures
import CoreVideo
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import Testing

@Suite("Photos as sample buffers")
struct PhotoSampleBufferTests {
  /// A delegate written for iOS 10, which logs its calls.
  private final class Delegate: AVCapturePhotoCaptureDelegate, Sendable {
    let log = Log<String>()
    let rawFiles = Log<Data?>()

    func photoOutput(
      _ captureOutput: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
      previewPhoto: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
      bracketSettings: AVCaptureBracketedStillImageSettings?, error: Error?
    ) {
      guard let photoSampleBuffer else {
        return log.append("failed \((error as? AVError)?.code == .operationInterrupted)")
      }
      let file = AVCapturePhotoOutput.jpegPhotoDataRepresentation(
        forJPEGSampleBuffer: photoSampleBuffer, previewPhotoSampleBuffer: previewPhoto)
      let isFile = file?.prefix(2) == Data([0xff, 0xd8])
      let widths = [photoSampleBuffer, previewPhoto].map { sample in
        sample.flatMap { CMSampleBufferGetImageBuffer($0) }.map { CVPixelBufferGetWidth($0) } ?? 0
      }
      log.append("\(isFile) \(widths) \(resolvedSettings.photoDimensions.width) \(error == nil)")
    }

    func photoOutput(
      _ captureOutput: AVCapturePhotoOutput, didFinishProcessingRawPhoto rawSampleBuffer: CMSampleBuffer?,
      previewPhoto: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
      bracketSettings: AVCaptureBracketedStillImageSettings?, error: Error?
    ) {
      rawFiles.append(
        rawSampleBuffer.flatMap {
          AVCapturePhotoOutput.dngPhotoDataRepresentation(
            forRawSampleBuffer: $0, previewPhotoSampleBuffer: previewPhoto)
        })
    }
  }

  /// A delegate for all versions of iOS, which logs its calls.
  private final class NewerDelegate: AVCapturePhotoCaptureDelegate, Sendable {
    let log = Log<String>()

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?)
    { log.append("photo") }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photoSampleBuffer: CMSampleBuffer?,
      previewPhoto previewPhotoSampleBuffer: CMSampleBuffer?, resolvedSettings: AVCaptureResolvedPhotoSettings,
      bracketSettings: AVCaptureBracketedStillImageSettings?, error: Error?
    ) { log.append("sample buffer") }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
      error: Error?
    ) { log.append("finished") }
  }

  private let camera = SyntheticCamera.stepped()
  private let session = AVCaptureSession()
  private let output = AVCapturePhotoOutput()
  private let delegate = Delegate()

  init() throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    session.startRunning()
  }

  @Test("A delegate without the newer method receives a JPEG and its preview as sample buffers")
  func file() throws {
    let settings = AVCapturePhotoSettings()
    settings.previewPhotoFormat = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 160, kCVPixelBufferHeightKey as String: 160,
    ]
    output.capturePhoto(with: settings, delegate: delegate)
    try output.step(camera) { delegate.log.count == 1 }
    session.stopRunning()
    #expect(delegate.log.all == ["true [0, 160] 640 true"])
  }

  @Test("Pixels arrive as a sample buffer of pixels")
  func pixels() throws {
    let format = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    output.capturePhoto(with: AVCapturePhotoSettings(format: format), delegate: delegate)
    try output.step(camera) { delegate.log.count == 1 }
    session.stopRunning()
    #expect(delegate.log.all == ["false [640, 0] 640 true"])
  }

  @Test("A failed photo has an error and no sample buffer")
  func failure() throws {
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
    session.stopRunning()
    try delegate.log.wait(for: "the failure") { $0.count == 1 }
    #expect(delegate.log.all == ["failed true"])
  }

  @Test("A delegate with the newer method receives no sample buffers")
  func newer() throws {
    let newer = NewerDelegate()
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: newer)
    try output.step(camera) { newer.log.count == 2 }
    session.stopRunning()
    #expect(newer.log.all == ["photo", "finished"])
  }

  @Test("A raw photo arrives as a sample buffer with a DNG file")
  func raw() throws {
    let values = [UInt8](0..<192)
    let description = FormatDescription(
      codec: VideoCodecType(rawValue: "GRBG"), dimensions: VideoDimensions(width: 16, height: 12))
    let sensor = FrameCamera(description)
    let session = AVCaptureSession()
    let output = AVCapturePhotoOutput()
    session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(sensor)))
    session.addOutput(output)
    output.captureController.timeout = 600_000_000_000
    session.startRunning()
    let format = try #require(output.availableRawPhotoPixelFormatTypes.first)
    output.capturePhoto(with: AVCapturePhotoSettings(rawPixelFormatType: format), delegate: delegate)
    let timing = SampleTiming(presentationTimeStamp: .hostTime + MediaTime(value: 1, timescale: 1))
    sensor.deliver(
      SampleBuffer(
        data: try DataBuffer(copying: values.span.bytes), format: description, decoder: PictureDecoder(),
        timing: timing))
    try delegate.rawFiles.wait(for: "the raw photo") { $0.count == 1 }
    session.stopRunning()
    #expect(try #require(delegate.rawFiles.all.first)?.suffix(values.count) == Data(values))
    #expect(delegate.log.count == 0)
  }
}
