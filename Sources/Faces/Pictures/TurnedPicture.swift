import Glibc
import OpenCaptureMediaSamples

/// A working picture turned by any angle, so that heads tilted by it are upright.
struct TurnedPicture {
  /// The turned picture; its corners are filled with what is at the edges.
  let working: WorkingPicture
  private let back: AffineMap
  private let roll: Double

  /// Turns a picture, so that heads tilted by `roll` degrees clockwise become upright.
  init(_ source: WorkingPicture, roll: Double) throws {
    let (sine, cosine) = (sin(roll * .pi / 180), cos(roll * .pi / 180))
    let size = source.picture.dimensions.size
    let turned = Size(
      width: size.width * abs(cosine) + size.height * abs(sine),
      height: size.width * abs(sine) + size.height * abs(cosine))
    let (width, height) = (max(1, Int(turned.width.rounded())), max(1, Int(turned.height.rounded())))
    let (x, y) = (Double(width) / 2, Double(height) / 2)
    back = AffineMap(
      origin: Point(x: size.width / 2 - x * cosine + y * sine, y: size.height / 2 - x * sine - y * cosine),
      right: Point(x: cosine, y: sine), down: Point(x: -sine, y: cosine))
    let picture = try source.picture.sampled(VideoDimensions(width: width, height: height), through: back)
    working = try WorkingPicture(of: picture, orientation: .up, scale: 1, keepsDetail: true)
    self.roll = roll
  }

  /// Where a face of the turned picture is in the source.
  func place(_ box: FaceBox) -> FaceBox {
    FaceBox(center: back.apply(box.center), size: box.size, roll: box.roll + roll)
  }
}
