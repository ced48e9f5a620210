import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// An upright, grey picture for detection, scaled down as far as the smallest face allows.
struct WorkingPicture: Sendable {
  /// The picture to search.
  private(set) var picture: PixelBuffer

  /// The picture and further sizes, largest first, each half as large as the one before.
  private var levels: [PixelBuffer]

  /// The transform from pixels of the picture to device coordinates.
  let toDevice: PictureTransform

  /// The scale relative to the source picture, at most 1.
  let scale: Double

  /// The smaller of width and height, in pixels.
  var shortSide: Int { min(picture.width, picture.height) }

  /// The smallest available size.
  var smallest: PixelBuffer { levels[levels.count - 1] }

  /// The minimum side of a level; smaller ones are useless for detection.
  private static let smallestSide = 48

  /// Scales a picture down and makes it upright.
  ///
  /// - Parameters:
  ///   - luma: The grey picture.
  ///   - orientation: The rotation that makes the picture upright.
  ///   - region: The part to search, in device coordinates.
  ///   - scale: The scale of the result; values above 1 count as 1.
  /// - Throws: ``FaceError`` if the region is outside the picture, or `MediaError`.
  init(of luma: PixelBuffer, orientation: ImageOrientation, region: Rect = .unit, scale: Double) throws {
    let (part, device) = try luma.part(under: region.clippedToPicture())
    let size = Self.size(of: part, scale: scale)
    // Scale first, so that fewer pixels are rotated.
    picture = try part.scaled(to: size).uprightCopy(orientation)
    let detail = try size == part.dimensions ? [] : Self.halves(of: part.uprightCopy(orientation))
    levels = try detail.filter { [picture] in $0.width > picture.width } + Self.halves(of: picture)
    self.scale = Double(size.width) / Double(part.width)
    toDevice = PictureTransform(
      from: Rect(origin: .zero, size: picture.dimensions.size), orientation: orientation.inverse, to: device)
  }

  /// Returns a copy without the full-resolution levels, which would keep the source's memory in use.
  func withoutFullResolution() throws(MediaError) -> Self {
    // At scale 1, the picture may share the source's memory.
    let picture = try scale == 1 ? picture.copy() : picture
    var copy = self
    copy.levels = [picture] + levels.filter { $0.width < picture.width }
    copy.picture = picture
    return copy
  }

  /// Returns a picture and copies, each half as large as the one before.
  private static func halves(of picture: PixelBuffer) throws -> [PixelBuffer] {
    var levels = [picture]
    while let last = levels.last, min(last.width, last.height) >= 2 * smallestSide {
      levels.append(try last.scaled(to: VideoDimensions(width: last.width / 2, height: last.height / 2)))
    }
    return levels
  }

  /// Returns the size of a picture after scaling down; scales above 1 count as 1.
  static func size(of picture: PixelBuffer, scale: Double) -> VideoDimensions {
    func pixels(_ count: Int) -> Int { max(1, min(count, Int((Double(count) * scale).rounded()))) }
    return VideoDimensions(width: pixels(picture.width), height: pixels(picture.height))
  }

  /// Returns the smallest level of at least the given scale, or the largest one, with its actual scale.
  func level(for scale: Double) -> (picture: PixelBuffer, factor: Double) {
    let factor = { (level: PixelBuffer) in Double(level.width) / Double(self.picture.width) }
    let level = levels.last { factor($0) >= scale * 0.99 } ?? levels[0]
    return (level, factor(level))
  }
}

extension Rect {
  /// Returns the part of a region of interest inside the picture, or throws if it is empty.
  func clippedToPicture() throws(FaceError) -> Rect {
    try clippedToPicture("rectOfInterest", FaceError.Code.emptyRegion)
  }
}

/// The scale of a picture for detection.
struct WorkingScale: Sendable, Hashable {
  /// The size of the working picture relative to the original, at most 1.
  let factor: Double
  /// The size of the smallest face in the working picture, in pixels.
  let smallestFace: Double

  /// Chooses the scale at which the smallest face has the size of the cascade's smallest window.
  ///
  /// - Parameters:
  ///   - minimumFaceSize: The fraction of the height, clamped to 0 to 1; NaN counts as 0.
  ///   - height: The height of the upright picture, in pixels.
  init(minimumFaceSize: Double, height: Int, window: Int) {
    let fraction = minimumFaceSize.isNaN ? 0 : min(max(minimumFaceSize, 0), 1)
    let face = max(fraction * Double(height), Double(window))
    factor = Double(window) / face
    smallestFace = Double(window)
  }
}

/// A working picture rotated by an arbitrary angle, so that tilted heads are upright.
struct RotatedPicture {
  /// The rotated picture, whose corners repeat the pixels of the edges.
  let working: WorkingPicture
  private let back: AffineMap
  private let roll: Double

  /// Rotates a picture so that heads tilted by `roll` degrees clockwise become upright.
  init(_ source: WorkingPicture, roll: Double) throws {
    let sine = sin(roll * .pi / 180)
    let cosine = cos(roll * .pi / 180)
    let size = source.picture.dimensions.size
    let turned = Size(
      width: size.width * abs(cosine) + size.height * abs(sine),
      height: size.width * abs(sine) + size.height * abs(cosine))
    let width = max(1, Int(turned.width.rounded()))
    let height = max(1, Int(turned.height.rounded()))
    let x = Double(width) / 2
    let y = Double(height) / 2
    back = AffineMap(
      origin: Point(x: size.width / 2 - x * cosine + y * sine, y: size.height / 2 - x * sine - y * cosine),
      right: Point(x: cosine, y: sine), down: Point(x: -sine, y: cosine))
    let picture = try source.picture.sampled(VideoDimensions(width: width, height: height), through: back)
    working = try WorkingPicture(of: picture, orientation: .up, scale: 1)
    self.roll = roll
  }

  /// Returns the position of a face in the source picture.
  func place(_ box: FaceBox) -> FaceBox {
    FaceBox(center: back.apply(box.center), size: box.size, roll: box.roll + roll)
  }
}
