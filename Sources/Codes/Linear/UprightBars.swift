import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// An enlarged copy of a region of bars that is turned so that the bars are upright.
///
/// Engines scan rows and columns, which cross no turned code from end to end.
struct UprightBars {
  private let original: PixelBuffer
  /// The region of the bars, in the original.
  private let region: BarRegion
  /// The region with a margin at both ends, which the copy shows.
  private let copied: BarRegion
  /// The copy.
  private let picture: PixelBuffer

  /// The length beside the region that is copied, too, as a part of the region's length.
  private static let margin = 0.3
  /// The pixels of the copy for each pixel along the line.
  private static let scale = 2.0
  private static let mostColumns = 2048.0
  private static let rows = 12.0...56.0

  /// The least number of turns from light to dark or back on a line across a code, and their least part of the contrast.
  private static let leastTurnCount = 16
  private static let leastTurn: Float = 0.1

  /// Copies a region; nil if it has too few bars for a code.
  init?(_ region: BarRegion, of picture: PixelBuffer) throws(MediaError) {
    let beside = Self.margin * (region.middle.end - region.middle.start)
    var copied = region
    copied.middle = region.middle.moved(start: -1 * beside, end: beside)
    let columnCount = Int(min(Self.mostColumns, Self.scale * copied.middle.length))
    let rowCount = Int(min(max(region.height, Self.rows.lowerBound), Self.rows.upperBound))
    let middle = picture.withPicture { copied.middle.values(columnCount, in: $0) }
    let contrast = (middle.max() ?? 0) - (middle.min() ?? 0)
    guard middle.turnCount(least: Self.leastTurn * contrast) >= Self.leastTurnCount else { return nil }
    let lines = (0..<rowCount).map { copied.line(at: (Double($0) + 0.5) / Double(rowCount) - 0.5) }
    original = picture
    self.region = region
    self.copied = copied
    self.picture = try PixelBuffer.grey(width: columnCount, height: rowCount) { pixels in
      picture.withPicture { picture in
        for (row, line) in lines.enumerated() {
          let values = line.values(columnCount, in: picture)
          for (column, value) in values.enumerated() { pixels[row * columnCount + column] = UInt8(value.rounded()) }
        }
      }
    }
  }

  /// Returns the codes that an engine reads, with corners in the original; the first engine that reads any decides.
  ///
  /// - Parameter isAffordable: Whether the budget covers a number of pixels. Default: always.
  func codes(
    types: Set<MetadataObjectType>, engines: [any CodeEngine], isAffordable: (Int) -> Bool = { _ in true }
  ) throws -> [DetectedCode] {
    for engine in engines {
      let types = types.intersection(engine.readableTypes)
      guard !types.isEmpty, isAffordable(picture.width * picture.height) else { continue }
      var found = try engine.scan(picture, types: types, options: EngineOptions()).codes
      guard !found.isEmpty else { continue }
      for index in found.indices { found[index].corners = corners(of: found[index].corners) }
      return found.map { DetectedCode(code: $0, engine: engine.name) }
    }
    return []
  }

  /// Returns whether the bars show other digits than an EAN or UPC code, because engines misread some blurred ones.
  func contradict(_ code: EngineCode) -> Bool {
    guard let digits = code.retailDigits ?? (code.type == .ean8 ? code.bytes : nil) else { return false }
    let reader = ProfileReader(types: [code.type == .ean8 ? .ean8 : .ean13], engines: [])
    let shown = original.withPicture { BarBands(region, in: $0) }.flatMap { reader.fittedCode($0.upper).reading }
    return shown.map { $0.bytes != digits } ?? false
  }

  /// Returns the corners in the original of a code in the copy.
  private func corners(of corners: Corners) -> Corners {
    func place(_ point: Point) -> Point {
      let line = copied.line(at: point.y / Double(picture.height) - 0.5)
      return line.start + point.x / Double(picture.width) * (line.end - line.start)
    }
    return Corners(
      topLeft: place(corners.topLeft), bottomLeft: place(corners.bottomLeft),
      bottomRight: place(corners.bottomRight), topRight: place(corners.topRight))
  }
}

extension BarRegion {
  /// Makes the region of a code; nil if it is too short.
  init?(of corners: Corners) {
    middle = corners.line(at: 0.5)
    let left = corners.bottomLeft - corners.topLeft
    let right = corners.bottomRight - corners.topRight
    height = max(abs(left.dot(middle.normal)), abs(right.dot(middle.normal)))
    lean = middle.lean(of: left + right)
    if middle.length < Self.leastLength { return nil }
  }

  /// Returns the region with another height, relative to its own.
  func scaled(height part: Double) -> BarRegion {
    var scaled = self
    scaled.height *= part
    return scaled
  }

  /// The part of the height that a row or column must leave, from one end of the region to the other, to be turned.
  private static let turnedPart = 0.4

  /// Whether no row and no column crosses the region from end to end.
  var isTurned: Bool {
    let direction = middle.direction
    let slope = min(abs(direction.x), abs(direction.y)) / max(abs(direction.x), abs(direction.y))
    return slope * middle.length > Self.turnedPart * height
  }
}
