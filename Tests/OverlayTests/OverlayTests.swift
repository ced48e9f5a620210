import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureOverlay
import Testing

@Suite("Overlay")
struct OverlayTests {
  private let corners = Corners(
    topLeft: Point(x: 0.25, y: 0.25), bottomLeft: Point(x: 0.25, y: 0.5), bottomRight: Point(x: 0.5, y: 0.5),
    topRight: Point(x: 0.5, y: 0.25))

  private func code(_ text: String?) -> MachineReadableCodeObject {
    MachineReadableCodeObject(type: .qr, cornerPoints: corners, bytes: [1, 2, 3], stringValue: text)
  }

  private func whitePicture(_ width: Int = 400, _ height: Int = 400) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices { pixels[index] = 255 }
    }
    return picture
  }

  /// Returns blue, green and red.
  private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    picture.withUnsafePlane(0) { bytes in
      let start = y * picture.planes[0].bytesPerRow + x * 4
      return Array(bytes[start..<start + 3])
    }
  }

  private func isGreen(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
    let pixel = pixel(picture, x, y)
    return pixel[1] > 150 && pixel[0] < 130 && pixel[2] < 130
  }

  private func isWhite(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
    pixel(picture, x, y) == [255, 255, 255]
  }

  @Test("The outline runs along the code's edges only")
  func outline() throws {
    var picture = try whitePicture()
    let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: .up)
    try Overlay().draw([code("text")], on: &picture, through: transform)
    for (x, y) in [(100, 150), (200, 150), (150, 100), (150, 200)] { #expect(isGreen(picture, x, y)) }
    for (x, y) in [(150, 150), (50, 50), (300, 150)] { #expect(!isGreen(picture, x, y)) }
  }

  @Test("A dot marks the top left corner of the code's own frame in every orientation")
  func dot() throws {
    for (orientation, x, y) in [(ImageOrientation.up, 102, 102), (.right, 297, 102), (.down, 297, 297)] {
      var picture = try whitePicture()
      let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: orientation)
      try Overlay().draw([code(nil)], on: &picture, through: transform)
      #expect(isGreen(picture, x, y))
    }
  }

  @Test("A face has a tilted outline in its own colour and a line in the direction of gaze")
  func face() throws {
    let bounds = Rect(x: 0.375, y: 0.375, width: 0.25, height: 0.25)
    for (roll, yaw, marked, free) in [
      (0.0, 0.0, [(150, 200), (200, 150)], [(130, 200), (200, 200)]),
      (45, 0, [(165, 165), (235, 165)], [(155, 155), (200, 200)]),
      (0, 90, [(150, 200), (210, 200), (240, 200)], [(180, 200)]),
      (90, 90, [(200, 210), (200, 240)], [(200, 180)]),
    ] {
      var picture = try whitePicture()
      let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: .up)
      let face = FaceObject(faceID: 3, boundingBox: bounds, roll: roll, yaw: yaw)
      try Overlay().draw([face], on: &picture, through: transform)
      for (x, y) in marked { #expect(!isWhite(picture, x, y), "\(roll) \(yaw): \(x) \(y)") }
      for (x, y) in free { #expect(isWhite(picture, x, y), "\(roll) \(yaw): \(x) \(y)") }
    }
  }

  @Test("Faces with different numbers have distinct colours")
  func colors() throws {
    var seen: [[UInt8]] = []
    for id in 1...8 {
      var picture = try whitePicture()
      let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: .up)
      try Overlay().draw([FaceObject(faceID: id, boundingBox: corners.bounds)], on: &picture, through: transform)
      seen.append(pixel(picture, 150, 100))
    }
    for (index, color) in seen.enumerated() {
      for other in seen[..<index] {
        #expect(zip(color, other).map { abs(Int($0) - Int($1)) }.max() ?? 0 > 60)
      }
    }
  }

  @Test("Drawing does not change another copy of the picture")
  func valueSemantics() throws {
    let original = try whitePicture()
    var picture = original
    let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: .up)
    try Overlay().draw([code("text")], on: &picture, through: transform)
    #expect(isGreen(picture, 100, 150))
    #expect(!isGreen(original, 100, 150))
  }

  @Test(
    "Any text can be drawn at any position",
    arguments: ["", "\u{0}\u{1b}[2J", String(repeating: "long ", count: 99)])
  func anyText(_ text: String) throws {
    for (width, height) in [(1, 1), (3, 200), (64, 48)] {
      var picture = try whitePicture(width, height)
      let outside = PictureTransform(from: .unit, to: Rect(x: -900, y: 4000, width: 1e9, height: 3))
      #expect(throws: Never.self) { try Overlay().draw([code(text)], on: &picture, through: outside) }
    }
  }

  @Test("Only BGRA pictures can be drawn on")
  func format() throws {
    var picture = try PixelBuffer(format: .grey, width: 8, height: 8)
    let error = #expect(throws: OverlayError.self) {
      try Overlay().draw([], on: &picture, through: PictureTransform(from: .unit, to: .unit))
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.hasPrefix("drawing: ") == true)
  }
}
