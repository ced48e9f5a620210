import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing

/// A picture as detector and tracker look at it: upright, grey, and only as large as the smallest face wanted needs.
struct WorkingPicture: Sendable {
  /// The picture that is searched.
  let picture: PixelBuffer

  /// The same in other sizes, largest first: each half as large as the one before, and the picture itself.
  private let levels: [PixelBuffer]

  /// From pixels of the picture into device coordinates.
  let toDevice: PictureTransform

  /// How large the picture is against the one that it was made from, at most 1.
  let scale: Double

  /// The largest face that fits, in pixels.
  var largestFace: Int { min(picture.width, picture.height) }

  /// The smallest size at hand.
  var smallest: PixelBuffer { levels[levels.count - 1] }

  /// Below this there is nothing to be found in a level any more.
  private static let smallestSide = 48

  /// Shrinks a picture and turns it upright.
  ///
  /// - Parameters:
  ///   - luma: The picture, in grey.
  ///   - orientation: How it must be turned to be upright.
  ///   - region: The part to look at, in device coordinates.
  ///   - scale: How large the result is against the picture; above 1 counts as 1.
  ///   - keepsDetail: Whether places can be looked at in the picture's own resolution later.
  /// - Throws: ``FaceError`` where the region doesn't touch the picture, or `MediaError`.
  init(
    of luma: PixelBuffer, orientation: ImageOrientation, region: Rect = .unit, scale: Double, keepsDetail: Bool
  ) throws {
    let (part, device) = try luma.part(under: region.insidePicture())
    let size = VideoDimensions(
      width: Self.pixels(part.width, scale), height: Self.pixels(part.height, scale))
    // First smaller, then turned: so the fewer pixels are turned.
    let small = try part.scaled(to: size)
    picture =
      try orientation == .up && size == part.dimensions && !keepsDetail
      ? small.copy() : small.uprightCopy(orientation)
    let detail = try keepsDetail && size != part.dimensions ? Self.halves(of: part.uprightCopy(orientation)) : []
    levels = try detail.filter { [picture] in $0.width > picture.width } + Self.halves(of: picture)
    self.scale = Double(size.width) / Double(part.width)
    toDevice = PictureTransform(
      from: Rect(origin: .zero, size: picture.dimensions.size), orientation: orientation.inverse, to: device)
  }

  /// The same without a lease on the memory of the picture that it was made from, to be kept.
  func withoutDetail() throws(MediaError) -> Self {
    // What is as large as that picture may be that picture.
    let picture = try scale == 1 ? picture.copy() : picture
    return Self(
      picture: picture, levels: [picture] + levels.filter { $0.width < picture.width }, toDevice: toDevice,
      scale: scale)
  }

  private init(picture: PixelBuffer, levels: [PixelBuffer], toDevice: PictureTransform, scale: Double) {
    (self.picture, self.levels, self.toDevice, self.scale) = (picture, levels, toDevice, scale)
  }

  /// A picture, and copies each half as large as the one before.
  private static func halves(of picture: PixelBuffer) throws -> [PixelBuffer] {
    var levels = [picture]
    while let last = levels.last, min(last.width, last.height) >= 2 * smallestSide {
      levels.append(try last.scaled(to: VideoDimensions(width: last.width / 2, height: last.height / 2)))
    }
    return levels
  }

  private static func pixels(_ count: Int, _ scale: Double) -> Int {
    max(1, min(count, Int((Double(count) * scale).rounded())))
  }

  /// The smallest size that is still `scale` times as large as the picture, and how many times; the largest where none is.
  func level(for scale: Double) -> (picture: PixelBuffer, factor: Double) {
    let factor = { (level: PixelBuffer) in Double(level.width) / Double(self.picture.width) }
    let level = levels.last { factor($0) >= scale * 0.99 } ?? levels[0]
    return (level, factor(level))
  }
}

extension Rect {
  /// What of a region of interest, in device coordinates, is in the picture.
  ///
  /// - Throws: ``FaceError`` where that is nothing.
  func insidePicture() throws(FaceError) -> Rect {
    guard let inside = intersection(.unit) else {
      throw FaceError(
        .emptyRegion, subject: "rectOfInterest (\(minX), \(minY), \(width), \(height))",
        reason: "it must overlap the unit square, which is the whole picture")
    }
    return inside
  }
}
