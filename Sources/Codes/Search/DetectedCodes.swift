import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The codes in one picture, without duplicates.
///
/// Two reads in the same place are one code, and the first read is kept. Equal texts in two places are two codes.
struct DetectedCodes {
  var codes: [DetectedCode] = []

  mutating func insert(_ code: DetectedCode) {
    if !codes.contains(where: { $0.isSame(as: code) }) { codes.append(code) }
  }

  /// Removes codes that were read from a part of another one: from some bars of an EAN or UPC code, or from a finder
  /// pattern of a QR code.
  ///
  /// - Parameter undecodedCodes: The outlines of QR codes that were located but not decoded.
  mutating func removeParts(undecodedCodes: [Corners] = []) {
    let wholes = codes.map { ($0.code.type, $0.code.corners) } + undecodedCodes.map { (.qr, $0) }
    codes.removeAll { code in wholes.contains { code.isPart(of: $0.0, at: $0.1) } }
  }

  /// Returns whether a code was read at a point.
  func hasCode(at place: Point) -> Bool { codes.contains { $0.code.corners.contains(place) } }
}

/// A decoded code with its origin.
struct DetectedCode {
  /// The code, in pixels of the scanned picture.
  var code: EngineCode
  var engine: String
  /// The name of the pass that found it.
  var pass = ""
  /// The number of modules along a side, if known.
  var dimension: Int?

  /// Returns whether both are EAN-13 or UPC-A codes in the same place with different digits, so that one is wrong.
  func contradicts(_ other: Self) -> Bool {
    guard let digits = code.retailDigits, let others = other.code.retailDigits, digits != others else {
      return false
    }
    return code.corners.contains(other.code.corners.middle) || other.code.corners.contains(code.corners.middle)
  }

  /// Returns whether the code has the place and the type of a part of another one.
  fileprivate func isPart(of type: MetadataObjectType, at corners: Corners) -> Bool {
    let parts: Set<MetadataObjectType> =
      switch type {
      case .ean13, .upca: [.upce, .ean8]
      case .qr: [.microQR, .rMQR]
      default: []
      }
    return parts.contains(code.type) && corners.contains(code.corners.middle)
  }

  fileprivate func isSame(as other: Self) -> Bool {
    let own = code.corners
    let others = other.code.corners
    if own.contains(others.middle) || others.contains(own.middle) {
      return code.type.symbology == other.code.type.symbology || code.bytes == other.code.bytes
    }
    // Two reads of one linear code can lie side by side, and the outline of a single row is a line or a point.
    return code.type == other.code.type && code.bytes == other.code.bytes && code.type.isLinear
      && own.bounds.gap(to: others.bounds) <= max(own.bounds.longSide, others.bounds.longSide) / 2
  }
}

extension Corners {
  /// The mean of the four corners.
  var middle: Point { Point(x: map(\.x).reduce(0, +) / 4, y: map(\.y).reduce(0, +) / 4) }

  /// Returns whether a point lies inside the outline.
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

  /// Returns the larger of the horizontal and vertical distance between two rectangles; 0 if they overlap.
  fileprivate func gap(to other: Rect) -> Double {
    max(0, minX - other.maxX, other.minX - maxX, minY - other.maxY, other.minY - maxY)
  }
}

extension MetadataObjectType {
  /// Whether the code consists of bars with the same content along every line across them.
  var isLinear: Bool {
    switch self {
    case .qr, .microQR, .rMQR, .aztec, .dataMatrix, .pdf417, .microPDF417: false
    default: true
    }
  }

  /// The type with the same bars.
  fileprivate var symbology: Self { self == .code32 ? .code39 : self }

  /// Whether the bars can form several rows with different content.
  var canBeStacked: Bool { [.gs1DataBar, .gs1DataBarExpanded].contains(self) }
}

extension Set<MetadataObjectType> {
  /// The types with finder patterns of the same kind.
  static var withFinderPatterns: Self { [.qr, .microQR, .rMQR] }
}

extension EngineCode {
  /// The digits of an EAN-13 or UPC-A code as those of an EAN-13 code; nil for other types.
  var retailDigits: [UInt8]? {
    switch type {
    case .ean13: bytes
    case .upca: [UInt8(ascii: "0")] + bytes
    default: nil
    }
  }
}
