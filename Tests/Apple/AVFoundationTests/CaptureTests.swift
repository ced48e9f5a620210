import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

@Suite("AVFoundation capture")
struct CaptureTests {
  /// A delegate written as for Apple's systems, which logs its calls.
  private final class Delegate: AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureMetadataOutputObjectsDelegate,
    AVCapturePhotoCaptureDelegate, AVCaptureDataOutputSynchronizerDelegate, Sendable
  {
    let log = Log<String>()

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
      let width = CVPixelBufferGetWidth(image)
      let height = CVPixelBufferGetHeight(image)
      log.append("\(width)×\(height) \(CVPixelBufferGetPixelFormatType(image) == kCVPixelFormatType_32BGRA)")
    }

    func metadataOutput(
      _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
      from connection: AVCaptureConnection
    ) {
      for case let code as AVMetadataMachineReadableCodeObject in metadataObjects {
        log.append("\(code.stringValue ?? "-") \(code.bounds.width > 0 && code.corners.count == 4)")
      }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?)
    {
      log.append("photo \(photo.fileDataRepresentation()?.prefix(2) == Data([0xff, 0xd8])) \(error == nil)")
    }

    func photoOutput(
      _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
      error: Error?
    ) { log.append("finished \(resolvedSettings.photoDimensions.width)") }

    func dataOutputSynchronizer(
      _ synchronizer: AVCaptureDataOutputSynchronizer,
      didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
      let parts = synchronizer.dataOutputs.map { output -> String in
        switch synchronizedDataCollection.synchronizedData(for: output) {
        case let frame as AVCaptureSynchronizedSampleBufferData:
          "frame \(frame.sampleBuffer.presentationTimeStamp.value)"
        case let metadata as AVCaptureSynchronizedMetadataObjectData: "found \(metadata.timestamp.value)"
        default: "nothing"
        }
      }
      log.append(parts.joined(separator: ", "))
    }
  }

  private let camera = SyntheticCamera.stepped(scene: MovingCode())
  private let session = AVCaptureSession()
  private let delegate = Delegate()
  private let queue = DispatchQueue(label: "test")

  private func begin(_ output: AVCaptureOutput) throws {
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
  }

  @Test("Frames have the pixel format of the settings dictionary")
  func frames() throws {
    let output = AVCaptureVideoDataOutput()
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    output.setSampleBufferDelegate(delegate, queue: queue)
    try begin(output)
    session.startRunning()
    camera.step()
    try output.settle()
    session.stopRunning()
    #expect(delegate.log.all == ["640×480 true"])
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: 1]
    #expect(output.videoSettings[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
  }

  @Test("Pixels are rotated as the connection specifies, also without a requested format")
  func turned() throws {
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(delegate, queue: queue)
    try begin(output)
    session.startRunning()
    for angle in [0.0, 90] {
      output.connection(with: .video)?.videoRotationAngle = angle
      camera.step()
      try output.settle()
    }
    session.stopRunning()
    #expect(delegate.log.all == ["640×480 false", "480×640 false"])
  }

  @Test("A code has bounds and corners, and the region of interest applies")
  func codes() throws {
    let output = AVCaptureMetadataOutput()
    output.setMetadataObjectsDelegate(delegate, queue: queue)
    output.metadataObjectTypes = [.qr]
    try begin(output)
    session.startRunning()
    camera.step()
    try output.settle()
    output.rectOfInterest = CGRect(x: 0.98, y: 0.98, width: 0.01, height: 0.01)
    camera.step()
    try output.settle()
    session.stopRunning()
    #expect(delegate.log.all == ["frame 0 true"])
  }

  @Test("A delegate receives a photo in Apple's types; reused settings are rejected")
  func photo() throws {
    let output = AVCapturePhotoOutput()
    try begin(output)
    session.startRunning()
    camera.step()
    let settings = AVCapturePhotoSettings()
    output.capturePhoto(with: settings, delegate: delegate)
    output.capturePhoto(with: settings, delegate: delegate)
    try output.step(camera) { delegate.log.count == 2 }
    session.stopRunning()
    #expect(delegate.log.all == ["photo true true", "finished 640"])
  }

  @Test("A synchronizer delivers the metadata of a frame together with the frame")
  func synchronized() throws {
    let video = AVCaptureVideoDataOutput()
    let metadata = AVCaptureMetadataOutput()
    metadata.metadataObjectTypes = [.qr]
    try begin(video)
    session.addOutput(metadata)
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, metadata])
    synchronizer.setDelegate(delegate, queue: queue)
    session.startRunning()
    for _ in 0..<3 {
      camera.step()
      try video.settle()
      try metadata.settle()
    }
    session.stopRunning()
    let times = delegate.log.all.compactMap { $0.split(separator: " ").last }
    #expect(delegate.log.count == 3)
    for (line, time) in zip(delegate.log.all, times) { #expect(line == "frame \(time), found \(time)") }
  }

  @Test("A synchronizer delivers a frame without metadata at once")
  func synchronizedWithNothing() throws {
    let video = AVCaptureVideoDataOutput()
    let metadata = AVCaptureMetadataOutput()
    metadata.metadataObjectTypes = [.qr]
    try begin(video)
    session.addOutput(metadata)
    metadata.rectOfInterest = CGRect(x: 0.98, y: 0.98, width: 0.01, height: 0.01)
    let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, metadata])
    synchronizer.setDelegate(delegate, queue: queue)
    session.startRunning()
    camera.step()
    try video.settle()
    try metadata.settle()
    #expect(delegate.log.all.map { $0.suffix(7) } == ["nothing"])
    session.stopRunning()
  }

  @Test("Invalid calls have no effect")
  func misuse() throws {
    try begin(AVCaptureVideoDataOutput())
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(session.outputs[0])
    #expect(session.inputs.count == 1 && session.outputs.count == 1)
    camera.device.setFocusModeLocked(lensPosition: 0.5)
    #expect(camera.device.lensPosition != 0.5)
  }

  @Test("Inputs and outputs are compared by identity, also in a switch")
  func equality() throws {
    let first = AVCaptureVideoDataOutput()
    let second: AVCaptureVideoDataOutput? = AVCaptureVideoDataOutput()
    let sound = AVCaptureAudioDataOutput()
    try begin(first)
    let output: AVCaptureOutput = first
    #expect(output == first && output != second && first != second && output != sound)
    #expect(session.outputs.contains(first) && !session.outputs.contains(sound))
    #expect(session.outputs.firstIndex(of: first) == 0)
    func name(_ output: AVCaptureOutput) -> String {
      switch output {
      case second: "second"
      case sound: "sound"
      case first: "first"
      default: "other"
      }
    }
    #expect(name(output) == "first" && name(sound) == "sound" && name(AVCapturePhotoOutput()) == "other")
    let input = try #require(session.inputs.first as? AVCaptureDeviceInput)
    #expect(session.inputs.contains(input) && session.inputs.firstIndex(of: input) == 0)
    #expect(try AVCaptureDeviceInput(device: camera.device) != input)
  }

  @Test("Objects are members of sets, compared by identity and described by type and address")
  func identity() throws {
    let output = AVCaptureVideoDataOutput()
    try begin(output)
    let connection = try #require(session.connections.first)
    let videoConnection: AVCaptureConnection? = output.connection(with: .video)
    #expect(connection == videoConnection && session.connections.firstIndex(of: connection) == 0)
    #expect(!session.connections.contains(AVCaptureConnection(inputPorts: [], output: output)))
    #expect(Set(session.connections + [connection]).count == 1)
    #expect(session != AVCaptureSession() && Set([session, session]).count == 1)
    #expect(Set([AVCapturePhotoOutput(), AVCapturePhotoOutput()]).count == 2)
    let settings = AVCapturePhotoSettings()
    #expect(settings == settings && settings != AVCapturePhotoSettings(from: settings))
    #expect(AVCaptureVideoPreviewLayer() != AVCaptureVideoPreviewLayer())
    #expect("\(session)".hasPrefix("<CaptureSession: 0x") && "\(session)" != "\(AVCaptureSession())")
  }

  /// A delegate that implements no method.
  private final class SilentDelegate: AVCaptureVideoDataOutputSampleBufferDelegate,
    AVCaptureAudioDataOutputSampleBufferDelegate, AVCaptureMetadataOutputObjectsDelegate
  {}

  @Test("The methods of data output delegates are optional")
  func optionalMethods() throws {
    let silent = SilentDelegate()
    let video = AVCaptureVideoDataOutput()
    let metadata = AVCaptureMetadataOutput()
    video.setSampleBufferDelegate(silent, queue: queue)
    metadata.setMetadataObjectsDelegate(silent, queue: queue)
    metadata.metadataObjectTypes = [.qr]
    try begin(video)
    session.addOutput(metadata)
    session.startRunning()
    camera.step()
    try video.settle()
    try metadata.settle()
    session.stopRunning()
    #expect(video.statistics.deliveredCount == 1)
  }

  @Test("Frame rates are one range, and rates in between become the next lower rate")
  func rates() throws {
    let device = camera.device
    let range = try #require(device.activeFormat.videoSupportedFrameRateRanges.first)
    #expect(device.activeFormat.videoSupportedFrameRateRanges.count == 1)
    #expect(range.minFrameRate == 15 && range.maxFrameRate == 60)
    try device.lockForConfiguration()
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 25)
    device.unlockForConfiguration()
    #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
  }

  @Test("Completion handlers and async calls return the time of the first frame")
  func completion() async throws {
    let device = camera.device
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    let before = CMClockGetTime(CMClockGetHostTimeClock())
    let time = await device.setExposureModeCustom(
      duration: CMTime(value: 1, timescale: 100), iso: AVCaptureDevice.currentISO)
    #expect(time >= before && device.exposureMode == .custom)
  }
}
