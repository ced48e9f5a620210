import AVFoundation
import CaptureFixtures
import Fixtures
@testable import OpenCapturePhotos
import OpenCaptureSyntheticDevices
import Testing

/// Tests of the steps of a capture program: presets, formats, delegate queues, photos and movies.
@Suite("Steps of a capture program")
struct CaptureStepTests {
  /// A delegate that logs its calls.
  private final class Delegate: AVCaptureVideoDataOutputSampleBufferDelegate, AVCapturePhotoCaptureDelegate,
    AVCaptureFileOutputRecordingDelegate, Sendable
  {
    static let queueKey = DispatchSpecificKey<String>()
    let log = Log<String>()

    private func append(_ text: String) {
      log.append(text + (DispatchQueue.getSpecific(key: Self.queueKey).map { " on \($0)" } ?? ""))
    }

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let format = CMSampleBufferGetFormatDescription(sampleBuffer) else { return }
      append("frame \(CMVideoFormatDescriptionGetDimensions(format).width)")
    }

    func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      let reason = CMGetAttachment(
        sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
      append("dropped \(reason as? String ?? "-") \(CMSampleBufferGetImageBuffer(sampleBuffer) == nil)")
    }

    func photoOutput(
      _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { append("begin \(resolvedSettings.uniqueID)") }

    func photoOutput(
      _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { append("capture") }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { append("captured") }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?)
    { append("photo \(photo.photoCount)") }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
      error: Error?
    ) { append("end \(resolvedSettings.uniqueID)") }

    func fileOutput(
      _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) { append("started \(fileURL.lastPathComponent) \(connections.count)") }

    func fileOutput(
      _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
      from connections: [AVCaptureConnection], error: (any Error)?
    ) { append("finished \(error == nil)") }
  }

  private let camera = SyntheticCamera.stepped()
  private let session = AVCaptureSession()
  private let video = AVCaptureVideoDataOutput()
  private let delegate = Delegate()

  private func begin(_ outputs: AVCaptureOutput...) throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    for output in outputs { session.addOutput(output) }
  }

  private func labelledQueue(_ label: String) -> DispatchQueue {
    let queue = DispatchQueue(label: label)
    queue.setSpecific(key: Delegate.queueKey, value: label)
    return queue
  }

  // MARK: Delegates

  @Test("A delegate is called on its queue, and on the next queue after a change")
  func queues() throws {
    try begin(video)
    session.startRunning()
    for label in ["first", "second"] {
      video.setSampleBufferDelegate(delegate, queue: labelledQueue(label))
      camera.step()
      try video.settle()
    }
    session.stopRunning()
    #expect(delegate.log.all == ["frame 640 on first", "frame 640 on second"])
    #expect(video.sampleBufferCallbackQueue?.label == "second")
  }

  @Test("Without a delegate no frames are delivered, and the output reports none")
  func noDelegate() throws {
    try begin(video)
    video.setSampleBufferDelegate(delegate, queue: labelledQueue("frames"))
    video.setSampleBufferDelegate(nil, queue: nil)
    session.startRunning()
    camera.step()
    try video.settle()
    session.stopRunning()
    #expect(delegate.log.all.isEmpty)
    #expect(video.sampleBufferDelegate == nil && video.sampleBufferCallbackQueue == nil)
  }

  @Test("A frame that arrives while the delegate is busy is dropped as late, without an image")
  func lateFrame() throws {
    let queue = DispatchQueue(label: "frames")
    try begin(video)
    #expect(video.alwaysDiscardsLateVideoFrames)
    video.setSampleBufferDelegate(delegate, queue: queue)
    session.startRunning()
    queue.suspend()
    camera.step(4)
    queue.resume()
    try video.settle()
    session.stopRunning()
    let late = "dropped \(kCMSampleBufferDroppedFrameReason_FrameWasLate) true"
    #expect(delegate.log.all.contains(late))
    #expect(delegate.log.all.contains("frame 640"))
    #expect(delegate.log.count == 4)
  }

  // MARK: Presets and formats

  @Test("The preset is high by default, and one that no camera format supports is refused")
  func presets() throws {
    #expect(session.sessionPreset == .high)
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    #expect(session.canSetSessionPreset(.vga640x480) && !session.canSetSessionPreset(.cif352x288))
    session.sessionPreset = .cif352x288
    #expect(session.sessionPreset == .high)
  }

  @Test("A preset selects the camera's format, and a format selects the preset inputPriority")
  func formats() throws {
    try begin(video)
    let size = { CMVideoFormatDescriptionGetDimensions(camera.device.activeFormat.formatDescription) }
    #expect(size().width == 640 && size().height == 480)
    let other = try #require(
      camera.device.formats.first { CMVideoFormatDescriptionGetDimensions($0.formatDescription).width != 640 })
    try camera.device.lockForConfiguration()
    camera.device.activeFormat = other
    camera.device.unlockForConfiguration()
    #expect(session.sessionPreset == .inputPriority)
    #expect(camera.device.activeFormat == other)
    session.sessionPreset = .vga640x480
    #expect(size().width == 640)
  }

  @Test("Frame durations stay within the ranges of the format")
  func rates() throws {
    try begin(video)
    let range = try #require(camera.device.activeFormat.videoSupportedFrameRateRanges.first)
    #expect(range.minFrameDuration <= range.maxFrameDuration && range.minFrameRate <= range.maxFrameRate)
    try camera.device.lockForConfiguration()
    camera.device.activeVideoMinFrameDuration = range.maxFrameDuration
    camera.device.activeVideoMaxFrameDuration = range.maxFrameDuration
    #expect(camera.device.activeVideoMinFrameDuration == range.maxFrameDuration)
    camera.device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 100_000)
    #expect(camera.device.activeVideoMinFrameDuration >= range.minFrameDuration)
    camera.device.unlockForConfiguration()
  }

  @Test("An output lists its pixel formats, and its settings name one of them")
  func pixelFormats() throws {
    try begin(video)
    #expect(video.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_32BGRA))
    #expect(video.availableVideoPixelFormatTypes.contains(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange))
    for type in video.availableVideoPixelFormatTypes {
      video.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: type]
      #expect(video.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType == type)
    }
  }

  // MARK: Photos

  @Test("A photo delegate is called in order, with the identifier of its settings")
  func photoSteps() throws {
    let output = AVCapturePhotoOutput()
    try begin(output)
    session.startRunning()
    camera.step()
    let settings = AVCapturePhotoSettings()
    let id = settings.uniqueID
    output.capturePhoto(with: settings, delegate: delegate)
    try output.step(camera) { delegate.log.all.last == "end \(id)" }
    session.stopRunning()
    #expect(delegate.log.all == ["begin \(id)", "capture", "captured", "photo 1", "end \(id)"])
  }

  @Test("A bracket delivers its photos in order, within one capture")
  func bracket() throws {
    let output = AVCapturePhotoOutput()
    try begin(output)
    session.startRunning()
    camera.step()
    let exposures = [-1, 0, 1].map {
      AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(
        exposureTargetBias: $0)
    }
    let settings = AVCapturePhotoBracketSettings(
      rawPixelFormatType: 0, processedFormat: [AVVideoCodecKey: AVVideoCodecType.jpeg], bracketedSettings: exposures
    )
    output.capturePhoto(with: settings, delegate: delegate)
    try output.step(camera) { delegate.log.all.last == "end \(settings.uniqueID)" }
    session.stopRunning()
    #expect(delegate.log.all.filter { $0.hasPrefix("photo") } == ["photo 1", "photo 2", "photo 3"])
    #expect(delegate.log.all.filter { $0.hasPrefix("begin") || $0.hasPrefix("end") }.count == 2)
  }

  // MARK: Movies

  @Test("A recording reports its start with its file and connections, and then its end")
  func movieSteps() throws {
    let output = AVCaptureMovieFileOutput()
    try begin(output)
    session.startRunning()
    try TemporaryFolder.with { folder in
      let file = URL(filePath: folder.path("a.mov"))
      output.startRecording(to: file, recordingDelegate: delegate)
      camera.step(3)
      try delegate.log.wait(for: "the start") { $0.count == 1 }
      #expect(output.isRecording && output.outputFileURL == file)
      camera.step(3)
      output.stopRecording()
      try delegate.log.wait(for: "the movie") { $0.count == 2 }
      #expect(!output.isRecording)
      #expect(AVURLAsset(url: file).tracks(withMediaType: .video).count == 1)
    }
    session.stopRunning()
    #expect(delegate.log.all == ["started a.mov 1", "finished true"])
  }
}
