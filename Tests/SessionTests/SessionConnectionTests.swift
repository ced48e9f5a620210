import CaptureFixtures
import Dispatch
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Connections of a session")
struct SessionConnectionTests {
  @Test("Without connections no frames are delivered, and a manual connection delivers the frames of its port")
  func byHand() throws {
    let camera = SyntheticCamera.stepped()
    let session = CaptureSession()
    let output = CaptureVideoDataOutput()
    let log = VideoLog()
    let queue = DispatchQueue(label: "test")
    let input = try CaptureDeviceInput(device: camera.device)
    output.setSampleBufferDelegate(log, queue: queue)
    #expect(output.sampleBufferDelegate === log && output.sampleBufferCallbackQueue === queue)
    try session.add(input, connecting: false)
    try session.add(output, connecting: false)
    #expect(session.connections.isEmpty && session.inputs.count == 1 && session.outputs.count == 1)

    session.startRunning()
    camera.step()
    try output.settle()
    #expect(log.frames.count == 0)

    let connection = CaptureConnection(inputPorts: input.ports, output: output)
    #expect(session.canAddConnection(connection))
    try session.add(connection)
    #expect(!session.canAddConnection(connection))
    camera.step()
    try output.settle()
    #expect(log.frames.all.map { $0.connection === connection } == [true])

    session.removeConnection(connection)
    camera.step()
    try output.settle()
    #expect(session.connections.isEmpty && log.frames.count == 1)
  }

  @Test("A removed output loses its connections and frames, and can be added again")
  func removal() throws {
    let it = try SteppedSession()
    let other = CaptureVideoDataOutput()
    let log = VideoLog()
    other.setSampleBufferDelegate(log, queue: nil)
    try it.session.add(other)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 1)

    it.session.removeOutput(other)
    #expect(it.session.outputs.count == 1 && it.session.connections.count == 1 && other.connections.isEmpty)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 1 && it.log.frames.count == 2)
    it.session.removeOutput(other)

    try it.session.add(other)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 2)
  }

  @Test("Connections exist during a configuration, and their settings take effect with the commit")
  func duringConfiguration() throws {
    let camera = SyntheticCamera.stepped()
    let session = CaptureSession()
    let output = CaptureVideoDataOutput()
    let kept = Log<ImageOrientation>()
    let log = VideoLog { kept.append($0.orientation) }
    output.setSampleBufferDelegate(log, queue: nil)
    session.beginConfiguration()
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(output)
    let connection = try #require(output.connection(with: .video))
    #expect(output.connections.count == 1 && session.connections.map { $0 === connection } == [true])
    connection.videoOrientation = .portrait
    connection.isVideoMirrored = true
    try session.commit()
    #expect(output.connections.map { $0 === connection } == [true])
    session.startRunning()
    camera.step()
    try output.settle()
    #expect(kept.all == [ImageOrientation(quarterTurns: 1).then(.upMirrored)])
  }

  @Test("A camera swapped within a configuration has its connection at once, and delivers frames after the commit")
  func swapped() throws {
    let kept = Log<ImageOrientation>()
    let it = try SteppedSession(log: VideoLog { kept.append($0.orientation) })
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let old = try #require(it.output.connection(with: .video))
    it.session.beginConfiguration()
    it.session.removeInput(it.input)
    #expect(it.output.connections.isEmpty)
    try it.session.add(CaptureDeviceInput(device: other.device))
    let new = try #require(it.output.connection(with: .video))
    #expect(new !== old && (new.input as? CaptureDeviceInput)?.device === other.device)
    new.videoOrientation = .landscapeLeft
    // Until the commit, the first camera delivers frames over its connection.
    try it.step()
    other.step()
    try it.session.commit()
    try it.step()
    other.step()
    try it.settle()
    #expect(it.output.connection(with: .video) === new)
    #expect(it.log.frames.all.map { $0.connection === new } == [false, true])
    #expect(kept.all == [.up, ImageOrientation(quarterTurns: 2)])
  }

  @Test("A failed commit restores the previous connections")
  func failedCommit() throws {
    let it = try SteppedSession()
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let input = try CaptureDeviceInput(device: other.device)
    other.inject(.vanish)
    let old = try #require(it.output.connection(with: .video))
    it.session.beginConfiguration()
    it.session.removeInput(it.input)
    try it.session.add(input)
    let lost = try #require(it.output.connection(with: .video))
    #expect(lost !== old)
    #expect(throws: CaptureError.self) { try it.session.commit() }
    #expect(it.output.connections.map { $0 === old } == [true])
    #expect(it.session.connections.map { $0 === old } == [true])
    #expect(old.isActive && !lost.isActive)
    try it.step()
    #expect(it.log.frames.all.map { $0.connection === old } == [true])
  }

  @Test("An output can be removed and added again within one configuration")
  func removedAndAdded() throws {
    let it = try SteppedSession()
    let old = try #require(it.output.connection(with: .video))
    try it.step()
    it.session.beginConfiguration()
    it.session.removeOutput(it.output)
    #expect(it.output.connections.isEmpty && it.session.canAddOutput(it.output))
    try it.session.add(it.output)
    let new = try #require(it.output.connection(with: .video))
    try it.session.commit()
    try it.step()
    #expect(it.session.outputs.count == 1 && it.output.connections.map { $0 === new } == [true])
    #expect(it.log.frames.all.map { $0.connection === old } == [true, false] && !old.isActive)
  }

  @Test("Inputs and outputs belong to one session at a time")
  func owners() throws {
    let it = try SteppedSession()
    let other = CaptureSession()
    let unconnected = CaptureVideoDataOutput()
    try it.session.add(unconnected, connecting: false)
    #expect(!other.canAddInput(it.input) && !other.canAddOutput(unconnected))
    #expect(throws: CaptureError.self) { try other.add(it.input) }
    #expect(throws: CaptureError.self) { try other.add(unconnected) }
    #expect(other.inputs.isEmpty && other.outputs.isEmpty)
    #expect(it.session.inputs.count == 1 && it.session.outputs.count == 2)
    it.session.removeInput(it.input)
    it.session.removeOutput(unconnected)
    try other.add(it.input)
    try other.add(unconnected)
    #expect(!it.session.canAddInput(it.input) && unconnected.connections.count == 1)
  }

  @Test("The video orientation rotates the delivered frames, and the connection reports the transform")
  func orientation() throws {
    let it = try SteppedSession()
    let connection = try #require(it.session.connections.first)
    #expect(connection.isVideoOrientationSupported && connection.isVideoMirroringSupported)
    #expect(connection.videoOrientation == .landscapeRight && connection.videoTransform == .up)
    for orientation in VideoOrientation.allCases {
      connection.videoOrientation = orientation
      #expect(connection.videoOrientation == orientation)
      #expect(connection.videoRotation == orientation.rotation)
    }
    connection.videoOrientation = .portrait
    connection.isVideoMirrored = true
    let transform = connection.videoTransform
    #expect(transform == ImageOrientation(quarterTurns: 1).then(.upMirrored))

    let kept = Log<ImageOrientation>()
    let log = VideoLog { kept.append($0.orientation) }
    it.output.setSampleBufferDelegate(log, queue: nil)
    try it.step()
    #expect(kept.all == [transform])
  }

  @Test("Every available pixel format is delivered on request")
  func formats() throws {
    let kept = Log<PixelFormat?>()
    let it = try SteppedSession(log: VideoLog { kept.append($0.pixelBuffer?.format) })
    let formats = it.output.availablePixelFormats
    #expect(formats.contains(.bgra) && formats.contains(.nv12))
    for format in formats {
      it.output.settings = VideoSettings(pixelFormat: format)
      try it.step()
    }
    #expect(kept.all == formats)
  }

  @Test("A metadata output holds its delegate weakly")
  func metadataDelegate() {
    final class Delegate: CaptureMetadataOutputObjectsDelegate {
      func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
        from connection: CaptureConnection
      ) {}
    }
    let output = CaptureMetadataOutput(detectors: [])
    do {
      let delegate = Delegate()
      output.setMetadataObjectsDelegate(delegate, queue: nil)
      #expect(output.metadataObjectsDelegate === delegate)
    }
    #expect(output.metadataObjectsDelegate == nil)
  }
}
