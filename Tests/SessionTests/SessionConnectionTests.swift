import CaptureFixtures
import Dispatch
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Connections made and ended by hand")
struct SessionConnectionTests {
  @Test("Nothing is connected that wasn't asked for, and a connection by hand brings the frames of its port")
  func byHand() throws {
    let camera = SyntheticCamera.stepped()
    let (session, output) = (CaptureSession(), CaptureVideoDataOutput())
    let (log, queue) = (VideoLog(), DispatchQueue(label: "test"))
    let input = try CaptureDeviceInput(device: camera.device)
    output.setSampleBufferDelegate(log, queue: queue)
    #expect(output.sampleBufferDelegate === log && output.sampleBufferCallbackQueue === queue)
    try session.addInputWithNoConnections(input)
    try session.addOutputWithNoConnections(output)
    #expect(session.connections.isEmpty && session.inputs.count == 1 && session.outputs.count == 1)

    session.startRunning()
    camera.step()
    try output.settle()
    #expect(log.frames.count == 0)

    let connection = CaptureConnection(inputPorts: input.ports, output: output)
    #expect(session.canAddConnection(connection))
    try session.addConnection(connection)
    #expect(!session.canAddConnection(connection))
    camera.step()
    try output.settle()
    #expect(log.frames.all.map { $0.connection === connection } == [true])

    session.removeConnection(connection)
    camera.step()
    try output.settle()
    #expect(session.connections.isEmpty && log.frames.count == 1)
  }

  @Test("An output that is taken away takes its connections with it, gets no more frames, and can come back")
  func removal() throws {
    let it = try SteppedSession()
    let other = CaptureVideoDataOutput()
    let log = VideoLog()
    other.setSampleBufferDelegate(log, queue: nil)
    try it.session.addOutput(other)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 1)

    it.session.removeOutput(other)
    #expect(it.session.outputs.count == 1 && it.session.connections.count == 1 && other.connections.isEmpty)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 1 && it.log.frames.count == 2)
    it.session.removeOutput(other)

    try it.session.addOutput(other)
    try it.step()
    try other.settle()
    #expect(log.frames.count == 2)
  }

  @Test("A camera's way of being held turns what is delivered, and the whole transform can be read")
  func orientation() throws {
    let it = try SteppedSession()
    let connection = try #require(it.session.connections.first)
    #expect(connection.isVideoOrientationSupported && connection.isVideoMirroringSupported)
    #expect(connection.videoOrientation == .landscapeRight && connection.videoTransform == .up)
    for orientation in VideoOrientation.allCases {
      connection.videoOrientation = orientation
      #expect(connection.videoOrientation == orientation)
      #expect(connection.videoRotationAngle == Double(orientation.rotation.rawValue))
    }
    connection.videoOrientation = .portrait
    connection.isVideoMirrored = true
    let turned = connection.videoTransform
    #expect(turned == ImageOrientation(quarterTurns: 1).then(.upMirrored))

    let kept = Log<ImageOrientation>()
    let log = VideoLog { kept.append($0.orientation) }
    it.output.setSampleBufferDelegate(log, queue: nil)
    try it.step()
    #expect(kept.all == [turned])
  }

  @Test("Every format that can be asked for is delivered")
  func formats() throws {
    let kept = Log<PixelFormat?>()
    let it = try SteppedSession(log: VideoLog { kept.append($0.imageBuffer?.format) })
    let formats = it.output.availableVideoPixelFormatTypes
    #expect(formats.contains(.bgra) && formats.contains(.nv12))
    for format in formats {
      it.output.videoSettings = VideoSettings(pixelFormat: format)
      try it.step()
    }
    #expect(kept.all == formats)
  }

  @Test("A metadata output knows its delegate as long as that lives")
  func metadataDelegate() {
    final class Nobody: CaptureMetadataOutputObjectsDelegate {
      func metadataOutput(
        _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
        from connection: CaptureConnection
      ) {}
    }
    let output = CaptureMetadataOutput(detectors: [])
    do {
      let delegate = Nobody()
      output.setMetadataObjectsDelegate(delegate, queue: nil)
      #expect(output.metadataObjectsDelegate === delegate)
    }
    #expect(output.metadataObjectsDelegate == nil)
  }
}
