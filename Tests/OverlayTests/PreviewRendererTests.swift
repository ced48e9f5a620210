import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureOverlay
import Testing

@Suite("PreviewRenderer")
struct PreviewRendererTests {
  /// A black picture with one white square of 8 by 8 pixels.
  private func picture(_ width: Int, _ height: Int, squareAt x: Int, _ y: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    let stride = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      for row in y..<y + 8 { for column in x * 4..<x * 4 + 32 { bytes[row * stride + column] = 255 } }
    }
    return picture
  }

  /// The weighted center of the white pixels.
  private func center(_ view: PixelBuffer) -> Point? {
    let pixels = view.pixels
    var x = 0.0
    var y = 0.0
    var sum = 0.0
    for index in 0..<view.width * view.height where pixels[index * 4] > 0 {
      let weight = Double(pixels[index * 4])
      x += weight * (Double(index % view.width) + 0.5)
      y += weight * (Double(index / view.width) + 0.5)
      sum += weight
    }
    return sum > 0 ? Point(x: x / sum, y: y / sum) : nil
  }

  @Test(
    "The picture lies where the geometry says for every rotation, mirroring and gravity",
    arguments: VideoRotation.allCases, [VideoGravity.resize, .resizeAspect, .resizeAspectFill])
  func place(_ rotation: VideoRotation, _ gravity: VideoGravity) throws {
    let picture = try picture(96, 64, squareAt: 40, 20)
    for (isMirrored, width, height) in [(false, 96.0, 64.0), (true, 200, 70), (false, 33, 120), (true, 64, 96)] {
      let geometry = PreviewGeometry(
        bounds: Rect(x: 0, y: 0, width: width, height: height), videoDimensions: picture.dimensions,
        videoGravity: gravity, rotation: rotation, isVideoMirrored: isMirrored)
      let view = try PreviewRenderer(geometry: geometry).view(of: picture)
      #expect(view.dimensions == VideoDimensions(width: Int(width), height: Int(height)))
      let expected = geometry.layerPointConverted(fromCaptureDevicePoint: Point(x: 44.0 / 96, y: 24.0 / 64))
      let found = try #require(center(view))
      #expect(abs(found.x - expected.x) < 1 && abs(found.y - expected.y) < 1, "\(found) \(expected)")
    }
  }

  @Test(
    "The origin of the bounds affects neither the view nor the overlay",
    arguments: [(7, 0), (0, 3), (-20.25, 11.5), (1e6, -1e6), (1e15, 1e15), (.infinity, .nan)])
  func origin(_ x: Double, _ y: Double) throws {
    let picture = try picture(40, 10, squareAt: 12, 1)
    // Narrower, wider, lower, higher, and fractional sizes.
    for (width, height) in [(48.0, 10.0), (40, 30), (33, 10), (47.5, 9.5), (12.49, 80.5)] {
      let size = Rect(x: 0, y: 0, width: width, height: height)
      let plain = PreviewRenderer(
        geometry: PreviewGeometry(bounds: size, videoDimensions: picture.dimensions, videoGravity: .resizeAspect))
      var moved = plain.geometry
      moved.bounds.origin = Point(x: x, y: y)
      let renderer = PreviewRenderer(geometry: moved)
      #expect(try renderer.view(of: picture).pixels == plain.view(of: picture).pixels)
      #expect(renderer.deviceToPixels == plain.geometry.deviceToLayer)
    }
  }

  @Test("The picture stays inside views of every size")
  func sizes() throws {
    let picture = try picture(40, 10, squareAt: 12, 1)
    for step in 0..<200 {
      let width = 1 + Double(step) * 0.4999999999
      let height = 1 + Double(199 - step) * 0.1000000001
      for gravity in [VideoGravity.resizeAspect, .resizeAspectFill, .resize] {
        let geometry = PreviewGeometry(
          bounds: Rect(x: 0, y: 0, width: width, height: height), videoDimensions: picture.dimensions,
          videoGravity: gravity)
        let view = try PreviewRenderer(geometry: geometry).view(of: picture)
        #expect(view.dimensions == PreviewRenderer(geometry: geometry).dimensions)
      }
    }
  }

  @Test("A picture that fills its view unchanged is not copied")
  func noCopy() throws {
    let picture = try picture(16, 16, squareAt: 4, 4)
    let geometry = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 16, height: 16), videoDimensions: picture.dimensions)
    let view = try PreviewRenderer(geometry: geometry).view(of: picture)
    let addresses = [picture, view].map { $0.withUnsafePlane(0) { $0.baseAddress } }
    #expect(addresses[0] == addresses[1])
  }

  @Test("The view is black and opaque around the picture; a view without pixels throws")
  func around() throws {
    let picture = try picture(16, 16, squareAt: 4, 4)
    var geometry = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 32, height: 16), videoDimensions: picture.dimensions)
    let view = try PreviewRenderer(geometry: geometry).view(of: picture)
    #expect(Array(view.pixels.prefix(4)) == [0, 0, 0, 255])
    geometry.bounds = .zero
    #expect(throws: MediaError.self) { try PreviewRenderer(geometry: geometry).view(of: picture) }
  }
}
