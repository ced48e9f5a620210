import CaptureFixtures
import Dispatch
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("Manual connections")
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
