import CoreImage
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

/// Pixels of images rotated by any angle are interpolated.
@Suite("Images rotated by any angle")
struct SkewTests {
  /// An image whose brightness increases by 4 per pixel from left to right, and by 2 from top to bottom.
  private func ramp() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: 32, height: 32, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for index in 0..<32 * 32 { bytes[index] = UInt8(index % 32 * 4 + index / 32 * 2) }
    }
    return picture
  }

  @Test("A rotated ramp has the interpolated values", arguments: [-70.0, -20, 10, 45, 133])
  func ramp(_ degrees: Double) throws {
    let turn = CGAffineTransform(translationX: -16, y: -16)
      .concatenating(CGAffineTransform(rotationAngle: CGFloat(degrees * .pi / 180)))
    let image = CIImage(cvPixelBuffer: try ramp()).transformed(by: turn)
    let pixels = image.rendered(CGRect(x: -10, y: -10, width: 20, height: 20))
    #expect(pixels.count == 20 * 20 * 4)
    var worst = 0.0
    for row in 0..<20 {
      for column in 0..<20 {
        let from = CGPoint(x: Double(column) - 9.5, y: 9.5 - Double(row)).applying(turn.inverted())
        // The center of the first pixel is half a pixel from the edge, and rows point down.
        let value = (Double(from.x) - 0.5) * 4 + (31.5 - Double(from.y)) * 2
        worst = max(worst, abs(Double(pixels[(row * 20 + column) * 4]) - value))
      }
    }
    #expect(worst <= 0.51)
  }

  @Test("An image rotated by 45° has transparent corners and the size of its diagonal")
  func corners() throws {
    let image = CIImage(cvPixelBuffer: try TestPicture.plain(20, 20, value: 200))
      .transformed(by: CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(Double(image.extent.width) - 800.0.squareRoot()) < 1e-9)
    #expect(abs(Double(image.extent.minX) + 200.0.squareRoot()) < 1e-9)
    #expect(image.rendered(CGRect(x: -14, y: 1, width: 1, height: 1)) == [0, 0, 0, 0])
    #expect(image.rendered(CGRect(x: 0, y: 14, width: 1, height: 1)) == [200, 200, 200, 200])
  }

  @Test("A rotation by a quarter turn in radians has exact pixels")
  func quarter() throws {
    let picture = try TestPicture.make()
    let turned = CIImage(cvPixelBuffer: picture).transformed(by: CGAffineTransform(rotationAngle: .pi / 2))
    #expect(turned.rendered() == (try picture.uprightCopy(.left).pixels))
  }
}
