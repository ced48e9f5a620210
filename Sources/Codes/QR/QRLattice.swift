import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The grid of a flat QR code's modules in a picture.
struct QRLattice: QRShape {
  let dimension: Int

  /// The centres of the three finder patterns and of an imaginary fourth one, clockwise from the top left.
  var anchors: [Point]

  /// The map from modules to pixels; nil if the anchors enclose no area.
  var map: ProjectiveMap? {
    ProjectiveMap(unitSquareTo: anchors[0], anchors[1], anchors[2], anchors[3])?
      .from(squareAt: 3.5, side: Double(dimension - 7))
  }

  var corners: Corners? {
    guard let map else { return nil }
    let side = Double(dimension)
    return Corners(
      topLeft: map.apply(x: 0, y: 0), bottomLeft: map.apply(x: 0, y: side),
      bottomRight: map.apply(x: side, y: side), topRight: map.apply(x: side, y: 0))
  }

  func map(at place: Point) -> ProjectiveMap? { map }

  /// The average size of a module in pixels.
  var moduleSize: Double {
    (anchors[0].distance(to: anchors[1]) + anchors[1].distance(to: anchors[2]) + anchors[2].distance(to: anchors[3])
      + anchors[3].distance(to: anchors[0])) / 4 / Double(dimension - 7)
  }
}

extension QRLattice {
  /// Creates the lattice of a code with the given outline; nil if it encloses no area.
  init?(dimension: Int, corners: Corners) {
    guard let map = ProjectiveMap(corners)?.from(squareAt: 0, side: Double(dimension)) else { return nil }
    let first = 3.5
    let last = Double(dimension) - 3.5
    let places = [(first, first), (last, first), (last, last), (first, last)]
    self.init(dimension: dimension, anchors: places.map { map.apply(x: $0.0, y: $0.1) })
  }
}
