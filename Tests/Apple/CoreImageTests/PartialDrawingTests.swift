import CoreImage
import Fixtures
import OpenCaptureMediaSamples
import Testing

/// What is beside the part that is rendered into stays, to the bit.
@Suite("Rendering into a part of a buffer")
struct PartialDrawingTests {
  private let context = CIContext()
  private static let formats: [PixelFormat] = [
    .nv12, .nv12FullRange, .i420, .i420FullRange, .bgra, .rgba, .rgb24, .bgr24, .grey,
  ]
  /// In columns and rows that no chroma begins or ends at, and in ones that it does; in the last ones of odd sides.
  private static let parts = [
    CGRect(x: 3, y: 5, width: 6, height: 3), CGRect(x: 4, y: 5, width: 6, height: 4),
    CGRect(x: 10, y: 0, width: 5, height: 3),
  ]

  @Test("Beside it nothing changes but chroma that is shared with it", arguments: formats, parts)
  func beside(_ format: PixelFormat, _ area: CGRect) throws {
    let (target, before) = (try TestPicture.noise(15, 13, format), try TestPicture.noise(15, 13, format))
    for _ in 0..<3 { context.render(try image(), to: target, bounds: area, colorSpace: nil) }
    for index in target.planes.indices {
      let (now, then) = (target.rows(ofPlane: index), before.rows(ofPlane: index))
      let places = target.places(ofPlane: index)
      let changed = places.indices.filter { now[$0] != then[$0] }
      #expect(changed.allSatisfy { places[$0].intersects(area) })
      #expect(!changed.isEmpty)
    }
  }

  @Test("In it are the image's pixels", arguments: formats, parts)
  func inside(_ format: PixelFormat, _ area: CGRect) throws {
    let target = try TestPicture.plain(15, 13, format, value: 100)
    context.render(try image(), to: target, bounds: area, colorSpace: nil)
    let whole = try TestPicture.plain(15, 13, format, value: 100)
    context.render(try image(), to: whole)
    for index in target.planes.indices {
      let (now, wanted) = (target.rows(ofPlane: index), whole.rows(ofPlane: index))
      let places = target.places(ofPlane: index)
      let inside = places.indices.filter { area.contains(places[$0]) }
      #expect(!inside.isEmpty && inside.allSatisfy { now[$0] == wanted[$0] })
    }
  }

  @Test("A part of a buffer can be moved within it, up and down", arguments: [-2, 2])
  func withinItself(_ distance: Int) throws {
    let (target, before) = (try TestPicture.noise(8, 8), try TestPicture.noise(8, 8))
    let moved = CIImage(cvPixelBuffer: target)
      .transformed(by: CGAffineTransform(translationX: 0, y: CGFloat(distance)))
    context.render(moved, to: target, bounds: CGRect(x: 1, y: 2, width: 5, height: 4), colorSpace: nil)
    let expected = try before.cropped(x: 1, y: 2 + distance, width: 5, height: 4)
    #expect(try target.cropped(x: 1, y: 2, width: 5, height: 4).pixels == expected.pixels)
  }

  private func image() throws -> CIImage { CIImage(cvPixelBuffer: try TestPicture.noise(15, 13, .rgb24, seed: 8)) }
}

extension PixelBuffer {
  /// Which pixels each byte of a plane stands for, row after row without padding; y goes up.
  fileprivate func places(ofPlane index: Int) -> [CGRect] {
    let (plane, step) = (planes[index], index == 0 ? 1 : 2)
    let bytes = plane.bytesInRow / plane.width
    return (0..<plane.height * plane.bytesInRow).map { byte in
      let (x, y) = (byte % plane.bytesInRow / bytes * step, byte / plane.bytesInRow * step)
      let (right, bottom) = (min(x + step, width), min(y + step, height))
      return CGRect(x: x, y: height - bottom, width: right - x, height: bottom - y)
    }
  }
}
