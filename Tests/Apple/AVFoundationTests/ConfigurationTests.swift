import AVFoundation
import CaptureFixtures
import Fixtures
import OpenCaptureSyntheticDevices
import Testing

/// Tests of connections between `beginConfiguration()` and `commitConfiguration()`, and of the rules of sessions.
@Suite("Configurations of a session")
struct ConfigurationTests {
  /// A delegate that logs the size of frames, and whether their upper left corner is bright.
  private final class FrameDelegate: AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    let log = Log<String>()

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      guard let image = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
      CVPixelBufferLockBaseAddress(image, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
      let blue = CVPixelBufferGetBaseAddress(image)?.load(as: UInt8.self) ?? 0
      let size = "\(CVPixelBufferGetWidth(image))×\(CVPixelBufferGetHeight(image))"
      log.append(size + (blue > 128 ? " bright" : " dark"))
    }
  }

  /// A delegate that logs the end of recordings.
  private final class RecordingDelegate: AVCaptureFileOutputRecordingDelegate, Sendable {
    let log = Log<String>()

    func fileOutput(
      _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
      from connections: [AVCaptureConnection], error: (any Error)?
    ) {
      guard let error = error as? AVError else { return log.append("finished") }
      let isComplete = error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
      log.append("changed \(error.code == .sessionConfigurationChanged), complete \(isComplete)")
    }
  }

  private let camera = SyntheticCamera.stepped(scene: .halves(235, 16))
  private let other = SyntheticCamera.stepped(scene: .halves(235, 16), uniqueID: "other")
  private let session = AVCaptureSession()
  private let output = AVCaptureVideoDataOutput()
  private let frames = FrameDelegate()
  private let bgra = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]

  /// Adds the camera and the output in one configuration.
  private func begin() throws {
    output.videoSettings = bgra
    output.setSampleBufferDelegate(frames, queue: nil)
    session.beginConfiguration()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    session.commitConfiguration()
  }

  private func step(_ camera: SyntheticCamera) throws {
    camera.step()
    try output.settle()
  }

  private func devices(of outputs: [AVCaptureOutput]) -> [AVCaptureDevice?] {
    outputs.map { ($0.connection(with: .video)?.input as? AVCaptureDeviceInput)?.device }
  }

  // MARK: Connections

  @Test("Connections can be set up before the commit, and their settings apply to frames after it")
  func connections() throws {
    output.videoSettings = bgra
    output.setSampleBufferDelegate(frames, queue: nil)
    session.beginConfiguration()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addOutput(output)
    let layer = AVCaptureVideoPreviewLayer(session: session)
    let connection = try #require(output.connection(with: .video))
    let preview = try #require(layer.connection)
    #expect(output.connections.count == 1 && session.connections.count == 2)
    connection.videoOrientation = .portrait
    session.commitConfiguration()
    #expect(output.connection(with: .video) === connection && layer.connection === preview)
    session.startRunning()
    try step(camera)
    session.stopRunning()
    #expect(frames.log.all == ["480×640 bright"])
  }

  @Test("A camera swapped within a configuration shows its connections at once")
  func swap() throws {
    try begin()
    let layer = AVCaptureVideoPreviewLayer(session: session)
    session.startRunning()
    try step(camera)
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    #expect(output.connection(with: .video) == nil && layer.connection == nil)
    session.addInput(try AVCaptureDeviceInput(device: other.device))
    let connection = try #require(output.connection(with: .video))
    let preview = try #require(layer.connection)
    #expect(devices(of: [output]) == [other.device] && preview.input === connection.input)
    connection.isVideoMirrored = true
    session.commitConfiguration()
    try step(other)
    #expect(output.connection(with: .video) === connection && layer.connection === preview && layer.isPreviewing)
    session.stopRunning()
    #expect(frames.log.all == ["640×480 bright", "640×480 dark"])
  }

  @Test("A failed commit restores the connections and posts a runtime error", .objectNotifications)
  func failedCommit() async throws {
    try begin()
    let layer = AVCaptureVideoPreviewLayer(session: session)
    let old = try #require(output.connection(with: .video))
    let preview = try #require(layer.connection)
    let (stream, posts) = AsyncStream.makeStream(of: Bool.self)
    let observer = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
    ) { posts.yield($0.userInfo?[AVCaptureSessionErrorKey] is AVError) }
    defer { NotificationCenter.default.removeObserver(observer) }
    session.startRunning()
    let input = try AVCaptureDeviceInput(device: other.device)
    other.inject(.vanish)
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.addInput(input)
    #expect(output.connection(with: .video)?.input === input)
    session.commitConfiguration()
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == true)
    #expect(output.connection(with: .video) === old && layer.connection === preview)
    try step(camera)
    #expect(frames.log.count == 1 && session.isRunning)
    session.stopRunning()
  }

  @Test("An output can be removed and added again within one configuration")
  func removedAndAdded() throws {
    try begin()
    session.startRunning()
    session.beginConfiguration()
    session.removeOutput(output)
    #expect(session.canAddOutput(output))
    session.addOutput(output)
    output.connection(with: .video)?.isVideoMirrored = true
    session.commitConfiguration()
    try step(camera)
    session.stopRunning()
    #expect(session.outputs.count == 1 && output.connections.count == 1)
    #expect(frames.log.all == ["640×480 dark"])
  }

  // MARK: Recordings

  @Test("A movie with sound is recorded with settings of connections from before the commit")
  func movie() async throws {
    let microphone = SyntheticMicrophone.stepped()
    let movies = AVCaptureMovieFileOutput()
    let recordings = RecordingDelegate()
    session.beginConfiguration()
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    session.addInput(try AVCaptureDeviceInput(device: microphone.device))
    session.addOutput(movies)
    let video = try #require(movies.connection(with: .video))
    #expect(movies.connection(with: .audio) != nil)
    movies.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.jpeg], for: video)
    session.commitConfiguration()
    session.startRunning()
    try await TemporaryFolder.with { folder in
      let url = URL(filePath: folder.path("a.mov"))
      movies.startRecording(to: url, recordingDelegate: recordings)
      for frame in 0..<5 {
        microphone.step(until: CMTime(value: Int64(frame + 2), timescale: 30))
        camera.step()
      }
      movies.stopRecording()
      try recordings.log.wait(for: "the movie") { $0.count == 1 }
      #expect(recordings.log.all == ["finished"])
      let asset = AVURLAsset(url: url)
      #expect(try await asset.loadTracks(withMediaType: .audio).count == 1)
      let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
      let format = try #require(try await track.load(.formatDescriptions).first)
      #expect(CMFormatDescriptionGetMediaSubType(format) == kCMVideoCodecType_JPEG)
    }
    session.stopRunning()
  }

  @Test("Switching cameras ends a recording with an error, and the file is complete")
  func switchedCamera() throws {
    let movies = AVCaptureMovieFileOutput()
    let recordings = RecordingDelegate()
    try begin()
    session.addOutput(movies)
    session.startRunning()
    try TemporaryFolder.with { folder in
      movies.startRecording(to: URL(filePath: folder.path("a.mov")), recordingDelegate: recordings)
      camera.step(3)
      session.beginConfiguration()
      session.removeInput(session.inputs[0])
      session.addInput(try AVCaptureDeviceInput(device: other.device))
      session.commitConfiguration()
      try recordings.log.wait(for: "the end of the recording") { $0.count == 1 }
      #expect(recordings.log.all == ["changed true, complete true"])

      movies.startRecording(to: URL(filePath: folder.path("b.mov")), recordingDelegate: recordings)
      other.step(3)
      movies.stopRecording()
      try recordings.log.wait(for: "the second movie") { $0.count == 2 }
      #expect(recordings.log.all.last == "finished")
    }
    session.stopRunning()
  }

  // MARK: Rules

  @Test("Inputs and outputs of another session cannot be added")
  func owners() throws {
    let input = try AVCaptureDeviceInput(device: camera.device)
    session.addInput(input)
    session.addOutputWithNoConnections(output)
    let second = AVCaptureSession()
    #expect(!second.canAddInput(input) && !second.canAddOutput(output))
    second.addInput(input)
    second.addOutput(output)
    #expect(second.inputs.isEmpty && second.outputs.isEmpty && session.outputs.count == 1)
    session.removeInput(input)
    session.removeOutput(output)
    second.addInput(input)
    second.addOutput(output)
    #expect(devices(of: second.outputs) == [camera.device])
  }

  @Test("A session accepts several cameras, and several photo and movie outputs, also for one camera")
  func several() throws {
    let photos = (0..<3).map { _ in AVCapturePhotoOutput() }
    let movies = (0..<3).map { _ in AVCaptureMovieFileOutput() }
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    let second = try AVCaptureDeviceInput(device: other.device)
    #expect(session.canAddInput(second) && AVCaptureMultiCamSession.isMultiCamSupported)
    session.addInput(second)
    let outputs: [[AVCaptureOutput]] = [photos, movies]
    for output in outputs.joined() {
      #expect(session.canAddOutput(output))
      session.addOutput(output)
    }
    #expect(devices(of: photos) == [camera.device, other.device, camera.device])
    #expect(devices(of: movies) == [camera.device, other.device, camera.device])
  }

  @Test("Video settings of a running output apply to the next frame")
  func videoSettings() throws {
    try begin()
    session.startRunning()
    try step(camera)
    output.videoSettings = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferWidthKey as String: 320, kCVPixelBufferHeightKey as String: 240,
    ]
    try step(camera)
    session.stopRunning()
    #expect(frames.log.all == ["640×480 bright", "320×240 bright"])
  }

  @Test("Types of metadata objects can be set before the output is added to a session")
  func metadataTypes() throws {
    let metadata = AVCaptureMetadataOutput()
    #expect(metadata.availableMetadataObjectTypes.contains(.qr))
    metadata.metadataObjectTypes = [.qr]
    try begin()
    session.addOutput(metadata)
    let types: [AVMetadataObject.ObjectType] = metadata.metadataObjectTypes
    #expect(types == [.qr])
  }

  @Test("Searches for cameras with other lenses find nothing, so that programs fall back to a wide-angle camera")
  func lenses() {
    let usb = SyntheticCamera(uniqueID: "usb", deviceType: .external)
    let provider = SyntheticCameras([usb])
    func found(_ type: AVCaptureDevice.DeviceType) -> [String] {
      let search = AVCaptureDevice.DiscoverySession(
        deviceTypes: [type], mediaType: .video, position: .unspecified, provider: provider)
      return search.devices.map(\.uniqueID)
    }
    let lenses: [AVCaptureDevice.DeviceType] = [
      .builtInDualCamera, .builtInDualWideCamera, .builtInTripleCamera, .builtInTrueDepthCamera,
      .builtInTelephotoCamera, .builtInUltraWideCamera, .builtInLiDARDepthCamera,
    ]
    for lens in lenses { #expect(found(lens) == []) }
    #expect(found(.builtInWideAngleCamera) == ["usb"])
  }
}
