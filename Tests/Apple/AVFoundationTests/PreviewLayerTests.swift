import AVFoundation
import CaptureFixtures
import OpenCapturePreview
import OpenCaptureSyntheticDevices
import Testing

@Suite("AVCaptureVideoPreviewLayer")
struct PreviewLayerTests {
  private let camera = SyntheticCamera.stepped(scene: .halves(235, 16))
  private let session = AVCaptureSession()

  /// A layer of 320 × 240 that shows a white left and a black right half.
  private func makeLayer() throws -> AVCaptureVideoPreviewLayer {
    session.sessionPreset = .low
    session.addInput(try AVCaptureDeviceInput(device: camera.device))
    let layer = AVCaptureVideoPreviewLayer(session: session)
    layer.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    return layer
  }

  /// Draws the next frame of the camera in a view, as a window does.
  private func view(
    of layer: AVCaptureVideoPreviewLayer, _ width: Int = 320, _ height: Int = 240
  ) async throws -> PixelBuffer {
    let frames = layer.previewLayer.sampleBuffers
    camera.step()
    var iterator = frames.makeAsyncIterator()
    let sample = try #require(try await iterator.next())
    var renderer = FrameRenderer()
    renderer.dimensions = VideoDimensions(width: width, height: height)
    renderer.videoGravity = layer.videoGravity
    renderer.drawing = layer.previewLayer.drawing
    return try renderer.picture(of: Frame(sample))
  }

  /// Returns red, green and blue of a pixel.
  private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    picture.withUnsafePlane(0) { bytes in
      let start = y * picture.planes[0].bytesPerRow + x * 4
      return [bytes[start + 2], bytes[start + 1], bytes[start]].map { Int($0) }
    }
  }

  private func isClose(_ pixel: [Int], _ expected: [Int]) -> Bool {
    zip(pixel, expected).allSatisfy { abs($0 - $1) <= 3 }
  }

  private func makeSquare(_ x: CGFloat, _ y: CGFloat, _ red: CGFloat, _ green: CGFloat) -> CALayer {
    let square = CALayer()
    square.frame = CGRect(x: x, y: y, width: 40, height: 40)
    square.backgroundColor = CGColor(red: red, green: green, blue: 0, alpha: 1)
    return square
  }

  @Test("Sublayers and layers in front are drawn over the camera's picture")
  func overlay() async throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let layer = try makeLayer()
    let behind = makeSquare(20, 20, 0, 1)
    for sublayer in [behind, layer] { root.addSublayer(sublayer) }
    layer.addSublayer(makeSquare(100, 20, 1, 0))
    root.addSublayer(makeSquare(200, 20, 0, 1))
    session.startRunning()
    let shown = try await view(of: layer)
    #expect(isClose(pixel(shown, 10, 200), [255, 255, 255]) && isClose(pixel(shown, 300, 200), [0, 0, 0]))
    #expect(pixel(shown, 120, 40) == [255, 0, 0] && pixel(shown, 220, 40) == [0, 255, 0])
    #expect(isClose(pixel(shown, 40, 40), [255, 255, 255]))

    // A transparent layer shows what is behind it.
    layer.opacity = 0
    let dark = try await view(of: layer)
    #expect(pixel(dark, 40, 40) == [0, 255, 0] && pixel(dark, 10, 200) == [0, 0, 255])
    #expect(pixel(dark, 220, 40) == [0, 255, 0] && pixel(dark, 120, 40) == [0, 0, 255])
    session.stopRunning()
  }

  @Test("The view sets the size of the layer, and detections are drawn at their place")
  func size() async throws {
    let layer = try makeLayer()
    let face = FaceObject(faceID: 1, boundingBox: Rect(x: 0.5, y: 0.5, width: 0.25, height: 0.25))
    session.startRunning()
    _ = try await view(of: layer, 640, 480)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 640, height: 480))
    #expect(layer.previewLayer.viewBounds == Rect(x: 0, y: 0, width: 640, height: 480))
    let box = makeSquare(0, 0, 1, 0)
    box.frame = try #require(layer.transformedMetadataObject(for: face)).bounds
    #expect(box.frame == CGRect(x: 320, y: 240, width: 160, height: 120))
    layer.addSublayer(box)
    let shown = try await view(of: layer, 640, 480)
    #expect(pixel(shown, 400, 300) == [255, 0, 0] && isClose(pixel(shown, 500, 300), [0, 0, 0]))
    session.stopRunning()
  }

  @Test("A frame and bounds of the layer are those of the view")
  func bounds() throws {
    let layer = try makeLayer()
    layer.frame = CGRect(x: 10, y: 20, width: 640, height: 480)
    #expect(layer.previewLayer.viewBounds == Rect(x: 0, y: 0, width: 640, height: 480))
    #expect(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 1, y: 0.5)) == CGPoint(x: 640, y: 240))
    layer.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
    #expect(layer.position == CGPoint(x: 330, y: 260))
    let rect = layer.metadataOutputRectConverted(fromLayerRect: CGRect(x: 0, y: 0, width: 160, height: 240))
    #expect(rect == CGRect(x: 0, y: 0, width: 0.5, height: 1))
  }

  @Test("A connection knows its layer")
  func connection() throws {
    let layer = try makeLayer()
    #expect(layer.connection?.videoPreviewLayer === layer && layer.session === session)
    let other = AVCaptureVideoPreviewLayer(sessionWithNoConnection: session)
    #expect(other.connection == nil)
    let port = try #require(session.inputs.first?.ports.first)
    let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: other)
    #expect(connection.videoPreviewLayer === other)
    let data = AVCaptureVideoDataOutput()
    session.addOutput(data)
    #expect(data.connection(with: .video)?.videoPreviewLayer == nil)
  }

  @Test("A layer with a session and sublayers can be released")
  func release() throws {
    weak var released: AVCaptureVideoPreviewLayer?
    do {
      let layer = try makeLayer()
      layer.addSublayer(CALayer())
      released = layer
    }
    #expect(released == nil)
  }
}
