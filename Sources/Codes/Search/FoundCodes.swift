import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The codes in one picture, each once, however often and by whomever it was read.
///
/// Two reads are of one code where they lie in the same place: what was read first stays. The same text in two places
/// is two codes.
struct FoundCodes {
  var codes: [FoundCode] = []

  /// Adds what is new.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  mutating func insert(_ code: FoundCode) -> Bool {
    guard !codes.contains(where: { $0.isSame(as: code) }) else { return false }
    codes.append(code)
    return true
  }

  /// Whether something was read about there.
  func hasCode(at place: Point) -> Bool { codes.contains { $0.code.corners.contains(place) } }
}

/// A code and who read it.
struct FoundCode {
  /// In pixels of the scanned picture.
  var code: EngineCode
  /// The name of the engine that read it.
  var engine: String
  /// What found it.
  var pass = ""
  /// Modules along a side, where that is known.
  var dimension: Int?

  fileprivate func isSame(as other: Self) -> Bool {
    let (own, others) = (code.corners, other.code.corners)
    if own.contains(others.middle) || others.contains(own.middle) {
      return code.type.symbology == other.code.type.symbology || code.bytes == other.code.bytes
    }
    // Two readings of one linear code can lie side by side, and an outline of one row is a line or a point.
    return code.type == other.code.type && code.bytes == other.code.bytes && code.type.isLinear
      && own.bounds.gap(to: others.bounds) <= max(own.bounds.longSide, others.bounds.longSide) / 2
  }
}

extension Corners {
  /// The middle of the four.
  var middle: Point {
    Point(x: map(\.x).reduce(0, +) / 4, y: map(\.y).reduce(0, +) / 4)
  }

  /// Whether a place lies inside the outline.
  func contains(_ place: Point) -> Bool {
    var isInside = false
    var previous = topRight
    for corner in self {
      if (corner.y > place.y) != (previous.y > place.y),
        place.x < (previous.x - corner.x) * (place.y - corner.y) / (previous.y - corner.y) + corner.x
      {
        isInside.toggle()
      }
      previous = corner
    }
    return isInside
  }
}

extension Rect {
  fileprivate var longSide: Double { max(width, height) }

  /// The larger of the horizontal and the vertical distance between two rectangles; 0 if they meet.
  fileprivate func gap(to other: Rect) -> Double {
    max(0, minX - other.maxX, other.minX - maxX, minY - other.maxY, other.minY - maxY)
  }
}

extension MetadataObjectType {
  /// Whether it is made of bars, which say the same along every line across them.
  var isLinear: Bool {
    switch self {
    case .qr, .microQR, .rMQR, .aztec, .dataMatrix, .pdf417, .microPDF417: false
    default: true
    }
  }

  /// The type whose bars it has.
  fileprivate var symbology: Self { self == .code32 ? .code39 : self }

  /// Whether its bars can stand in several rows, each of which says a part.
  var canBeStacked: Bool { [.gs1DataBar, .gs1DataBarExpanded].contains(self) }
}

extension Set<MetadataObjectType> {
  /// Codes that are found by finder patterns of the same kind.
  static var withFinders: Self { [.qr, .microQR, .rMQR] }
}
