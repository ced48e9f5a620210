import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

/// Pixels outside the rendered part keep their exact values.
@Suite("Rendering into a part of a buffer")
struct PartialDrawingTests {
  private let context = CIContext()
  private static let formats: [PixelFormat] = [
    .nv12, .nv12FullRange, .i420, .i420FullRange, .bgra, .rgba, .rgb24, .bgr24, .grey,
  ]
  /// Parts whose edges lie between chroma samples, on chroma samples, and in the last ones of odd sides.
  private static let parts = [
    CGRect(x: 3, y: 5, width: 6, height: 3), CGRect(x: 4, y: 5, width: 6, height: 4),
    CGRect(x: 10, y: 0, width: 5, height: 3),
  ]

  @Test("Outside the part only shared chroma changes", arguments: formats, parts)
  func beside(_ format: PixelFormat, _ area: CGRect) throws {
    let target = try TestPicture.noise(15, 13, format)
    let before = try TestPicture.noise(15, 13, format)
    for _ in 0..<3 { context.render(try image(), to: target, bounds: area, colorSpace: nil) }
    for index in target.planes.indices {
      let now = target.rows(ofPlane: index)
      let then = before.rows(ofPlane: index)
      let places = target.places(ofPlane: index)
      let changed = places.indices.filter { now[$0] != then[$0] }
      #expect(changed.allSatisfy { places[$0].intersects(area) })
      #expect(!changed.isEmpty)
    }
  }

  @Test("The part contains the pixels of the image", arguments: formats, parts)
  func inside(_ format: PixelFormat, _ area: CGRect) throws {
    let target = try TestPicture.plain(15, 13, format, value: 100)
    context.render(try image(), to: target, bounds: area, colorSpace: nil)
    let whole = try TestPicture.plain(15, 13, format, value: 100)
    context.render(try image(), to: whole)
    for index in target.planes.indices {
      let now = target.rows(ofPlane: index)
      let wanted = whole.rows(ofPlane: index)
      let places = target.places(ofPlane: index)
      let inside = places.indices.filter { area.contains(places[$0]) }
      #expect(!inside.isEmpty && inside.allSatisfy { now[$0] == wanted[$0] })
    }
  }

  @Test("A part of a buffer can be moved up and down within the buffer", arguments: [-2, 2])
  func withinItself(_ distance: Int) throws {
    let target = try TestPicture.noise(8, 8)
    let before = try TestPicture.noise(8, 8)
    let moved = CIImage(cvPixelBuffer: target)
      .transformed(by: CGAffineTransform(translationX: 0, y: CGFloat(distance)))
    context.render(moved, to: target, bounds: CGRect(x: 1, y: 2, width: 5, height: 4), colorSpace: nil)
    let expected = try before.cropped(x: 1, y: 2 + distance, width: 5, height: 4)
    #expect(try target.cropped(x: 1, y: 2, width: 5, height: 4).pixels == expected.pixels)
  }

  private func image() throws -> CIImage { CIImage(cvPixelBuffer: try TestPicture.noise(15, 13, .rgb24, seed: 8)) }
}

extension PixelBuffer {
  /// Returns the area of pixels for each byte of a plane, row by row without padding; y points up.
  fileprivate func places(ofPlane index: Int) -> [CGRect] {
    let plane = planes[index]
    let step = index == 0 ? 1 : 2
    let bytes = plane.bytesInRow / plane.width
    return (0..<plane.height * plane.bytesInRow).map { byte in
      let x = byte % plane.bytesInRow / bytes * step
      let y = byte / plane.bytesInRow * step
      let right = min(x + step, width)
      let bottom = min(y + step, height)
      return CGRect(x: x, y: height - bottom, width: right - x, height: bottom - y)
    }
  }
}
