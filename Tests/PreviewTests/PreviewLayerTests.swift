import CaptureFixtures
import Fixtures
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePreview
import OpenCaptureSession
import OpenCaptureSyntheticDevices
import Testing

@Suite("A preview layer", .timeLimit(.minutes(20)))
struct PreviewLayerTests {
  private let view = Rect(x: 0, y: 0, width: 390, height: 844)

  private func session(_ camera: SyntheticCamera) throws -> CaptureSession {
    let session = CaptureSession()
    session.sessionPreset = .low
    try session.add(CaptureDeviceInput(device: camera.device))
    return session
  }

  /// Waits until an observed value equals the given one.
  private func reached(_ value: Bool, _ updates: AsyncStream<Bool>) async {
    for await update in updates where update == value { return }
  }

  @Test("A layer connects to its session's camera, is not listed as an output, and shows the newest frame")
  func connection() async throws {
    let camera = SyntheticCamera.stepped()
    let session = try session(camera)
    let layer = PreviewLayer(session: session)
    #expect(layer.session === session && session.outputs.isEmpty)
    let connection = try #require(layer.connection)
    #expect(session.connections.map { $0 === connection } == [true] && connection.previewLayer === layer)
    #expect(connection.input === session.inputs.first && !layer.isPreviewing)

    let frames = layer.sampleBuffers
    session.startRunning()
    camera.step(3)
    #expect(layer.isPreviewing)
    var iterator = frames.makeAsyncIterator()
    // Older frames were replaced by the newest.
    #expect(try await iterator.next()?.sequenceNumber == 2)
    session.stopRunning()
    #expect(!layer.isPreviewing)
  }

  @Test(
    "The geometry reflects view, gravity and connection, and follows the format"
  )
  func geometry() throws {
    let camera = SyntheticCamera.stepped()
    let session = try session(camera)
    let layer = PreviewLayer(session: session)
    layer.viewBounds = view
    layer.videoGravity = .resizeAspectFill
    // The size is known from the format before the first frame.
    #expect(layer.geometry.videoDimensions == VideoDimensions(width: 320, height: 240))
    layer.connection?.videoRotation = .degrees90
    session.sessionPreset = .hd1920x1080
    session.startRunning()
    camera.step()
    let expected = PreviewGeometry(
      bounds: view, videoDimensions: VideoDimensions(width: 1920, height: 1080), videoGravity: .resizeAspectFill,
      rotation: .degrees90)
    #expect(layer.geometry == expected)
    // The known values for a phone in portrait orientation, at the corner of the sensor.
    let corner = layer.geometry.layerPointConverted(fromCaptureDevicePoint: .zero)
    #expect(abs(corner.x - 432.375) < 1e-9 && abs(corner.y) < 1e-9)
    let back = layer.geometry.captureDevicePointConverted(fromLayerPoint: corner)
    #expect(abs(back.x) < 1e-12 && abs(back.y) < 1e-12)
    let half = Rect(x: 0, y: 0, width: 0.5, height: 1)
    let place = layer.geometry.layerRectConverted(fromMetadataOutputRect: half)
    #expect(place == expected.layerRectConverted(fromMetadataOutputRect: half))
    let rect = layer.geometry.metadataOutputRectConverted(fromLayerRect: place)
    #expect(abs(rect.width - 0.5) < 1e-9 && abs(rect.height - 1) < 1e-9)

    layer.connection?.isVideoMirrored = true
    camera.step()
    #expect(abs(layer.geometry.layerPointConverted(fromCaptureDevicePoint: .zero).x + 42.375) < 1e-9)
    session.sessionPreset = .low
    camera.step()
    #expect(layer.geometry.videoDimensions == VideoDimensions(width: 320, height: 240))
  }

  @Test(
    "A front camera is mirrored in the preview by default, and unmirrored in other outputs")
  func mirroring() throws {
    let front = SyntheticCamera.stepped(position: .front)
    let session = try session(front)
    let output = CaptureVideoDataOutput()
    try session.add(output)
    let layer = PreviewLayer(session: session)
    let connection = try #require(layer.connection)
    #expect(connection.automaticallyAdjustsVideoMirroring && connection.isVideoMirrored)
    #expect(output.connection(with: .video)?.isVideoMirrored == false)
    connection.isVideoMirrored = false
    #expect(!connection.automaticallyAdjustsVideoMirroring && !connection.isVideoMirrored)
    connection.automaticallyAdjustsVideoMirroring = true
    #expect(connection.isVideoMirrored)

    let back = PreviewLayer(session: try self.session(.stepped()))
    #expect(
      back.connection?.automaticallyAdjustsVideoMirroring == true && back.connection?.isVideoMirrored == false)
  }

  @Test("A layer follows the session to another camera, and shows nothing without one")
  func switching() throws {
    let first = SyntheticCamera.stepped()
    let second = SyntheticCamera.stepped(uniqueID: "second")
    let session = try session(first)
    let layer = PreviewLayer(session: session)
    session.startRunning()
    first.step()
    let connection = layer.connection
    session.beginConfiguration()
    for input in session.inputs { session.removeInput(input) }
    try session.add(CaptureDeviceInput(device: second.device))
    try session.commit()
    #expect(!layer.isPreviewing && layer.connection !== connection)
    second.step()
    #expect(layer.isPreviewing && layer.connection?.input === session.inputs.first)
    for input in session.inputs { session.removeInput(input) }
    #expect(!layer.isPreviewing && layer.connection == nil)
  }

  @Test("A layer without a connection shows nothing until the caller adds one")
  func byHand() throws {
    let camera = SyntheticCamera.stepped()
    let session = try session(camera)
    let layer = PreviewLayer(sessionWithNoConnection: session)
    session.startRunning()
    #expect(layer.connection == nil && layer.session === session)
    let port = try #require(session.inputs.first?.ports.first)
    let connection = CaptureConnection(inputPort: port, previewLayer: layer)
    #expect(session.canAddConnection(connection))
    try session.add(connection)
    camera.step()
    #expect(layer.isPreviewing && layer.connection === connection)
  }

  @Test("Two layers of a session with two cameras show one each")
  func twoLayers() throws {
    let session = try session(.stepped())
    try session.add(CaptureDeviceInput(device: SyntheticCamera.stepped(uniqueID: "second").device))
    let left = PreviewLayer(session: session)
    let right = PreviewLayer(session: session)
    #expect(left.connection?.input === session.inputs[0] && right.connection?.input === session.inputs[1])
  }

  @Test("Metadata objects are converted completely; objects of another camera are not")
  func objects() throws {
    let camera = SyntheticCamera.stepped()
    let other = SyntheticCamera.stepped(uniqueID: "other")
    let session = try session(camera)
    let layer = PreviewLayer(session: session)
    layer.viewBounds = Rect(x: 0, y: 0, width: 640, height: 480)
    try session.add(CaptureDeviceInput(device: other.device))
    let face = FaceObject(faceID: 3, boundingBox: Rect(x: 0.25, y: 0.5, width: 0.25, height: 0.25))
    let shown = try #require(layer.transformedMetadataObject(for: face))
    #expect(shown.boundingBox == Rect(x: 160, y: 240, width: 160, height: 120) && shown.faceID == 3)
    let own = CaptureVideoDataOutput()
    let foreign = CaptureVideoDataOutput()
    try session.add(own)
    try session.add(foreign)
    #expect(layer.transformedMetadataObject(for: face, from: own.connection(with: .video)) != nil)
    #expect(layer.transformedMetadataObject(for: face, from: foreign.connection(with: .video)) == nil)
    layer.session = nil
    #expect(layer.transformedMetadataObject(for: face) == nil && session.connections.count == 2)
  }

  @Test("A layer reports a disconnected camera and shows it again after recovery")
  func interruption() async throws {
    let camera = SyntheticCamera.stepped()
    let session = try session(camera)
    session.resumesAfterInterruption = true
    let layer = PreviewLayer(session: session)
    session.startRunning()
    for _ in 0..<3 {
      camera.step()
      #expect(layer.isPreviewing)
      camera.inject(.vanish)
      camera.step()
      await reached(true, session.isInterruptedUpdates)
      await reached(false, layer.isPreviewingUpdates)
      camera.recover()
      await reached(false, session.isInterruptedUpdates)
    }
    camera.step()
    #expect(layer.isPreviewing)
  }

  @Test("A camera in use by another session causes a runtime error and is shown once available")
  func laterConnection() async throws {
    let camera = SyntheticCamera.stepped()
    let other = try session(camera)
    let session = try session(camera)
    let holder = PreviewLayer(session: other)
    other.startRunning()
    session.startRunning()
    var events = session.events.makeAsyncIterator()
    let layer = PreviewLayer(session: session)
    guard case .runtimeError(let error)? = await events.next() else { throw TimedOut(what: "a runtime error") }
    #expect(error.code == .deviceUsedByAnotherSession && layer.connection == nil)
    // Setting the session again retries the connection.
    layer.session = session
    #expect(layer.connection == nil && holder.connection != nil)
    other.stopRunning()
    while layer.connection == nil { try await Task.sleep(for: .milliseconds(1)) }
    camera.step()
    #expect(layer.isPreviewing)
    // A connection that is possible is made at once.
    session.removeOutput(try #require(layer.connection?.output))
    layer.session = session
    #expect(layer.connection != nil)
  }

  @Test("A layer added in a failed configuration is connected later")
  func forgottenChange() async throws {
    let camera = SyntheticCamera.stepped()
    let taken = SyntheticCamera.stepped(uniqueID: "taken")
    let other = try session(taken)
    let holder = PreviewLayer(session: other)
    other.startRunning()
    let session = try session(camera)
    try session.add(CaptureVideoDataOutput())
    session.startRunning()
    session.beginConfiguration()
    let layer = PreviewLayer(session: session)
    layer.session = session
    let input = try CaptureDeviceInput(device: taken.device)
    let output = CaptureVideoDataOutput()
    try session.add(input)
    try session.add(output)
    #expect(throws: CaptureError.self) { try session.commit() }
    #expect(layer.connection == nil && holder.connection != nil)
    while layer.connection == nil { try await Task.sleep(for: .milliseconds(1)) }
    camera.step()
    #expect(layer.isPreviewing)
  }

  @Test("A released layer leaves its session")
  func release() async throws {
    let session = try session(.stepped())
    var layer: PreviewLayer? = PreviewLayer(session: session)
    #expect(session.connections.count == 1 && layer != nil)
    layer = nil
    while !session.connections.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
  }
}
