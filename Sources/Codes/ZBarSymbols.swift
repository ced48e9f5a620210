import COpenCaptureZBar
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A symbol detected by ZBar, which lives as long as the library's image.
struct ZBarSymbol {
  let pointer: OpaquePointer

  /// Returns the symbols of a list.
  static func list(_ first: OpaquePointer?) -> [Self] {
    var symbols: [Self] = []
    var next = first
    while let pointer = next {
      symbols.append(Self(pointer: pointer))
      next = zbar_symbol_next(pointer)
    }
    return symbols
  }

  var type: zbar_symbol_type_t { zbar_symbol_get_type(pointer) }

  /// The parts of a composite symbol.
  var components: [ZBarSymbol] { Self.list(zbar_symbol_first_component(pointer)) }

  /// The parts of a message that is spread over several codes.
  var messageParts: [ZBarSymbol] { components.filter { $0.type == ZBAR_QRCODE } }

  var bytes: [UInt8] {
    guard let data = zbar_symbol_get_data(pointer) else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(pointer))))
  }

  /// Whether every code of the symbology has check characters.
  var isChecked: Bool { ![ZBAR_I25, ZBAR_CODE39, ZBAR_CODABAR].contains(type) }

  /// The number of scan lines across a linear code that agree on it.
  var lineCount: Int { Int(zbar_symbol_get_quality(pointer)) }

  var isGS1: Bool { zbar_symbol_get_modifiers(pointer) & (1 << UInt32(ZBAR_MOD_GS1.rawValue)) != 0 }

  /// The corners of the symbol; nil if ZBar gives no position.
  ///
  /// For a QR code, ZBar gives the corners, counterclockwise from the top left one in the code's frame. For a
  /// linear code, ZBar gives the end points of the scan lines that read it. If all points lie at one end, the
  /// result is their bounding box, rotated to the symbol's coarse orientation.
  var corners: Corners? {
    let places = (0..<zbar_symbol_get_loc_size(pointer)).map { index in
      Point(x: Double(zbar_symbol_get_loc_x(pointer, index)), y: Double(zbar_symbol_get_loc_y(pointer, index)))
    }
    if type == ZBAR_QRCODE, let corners = Corners(places) { return corners }
    let quarterTurns = max(0, Int(zbar_symbol_get_orientation(pointer).rawValue))
    // For a linear code they are pixel indices; add half a pixel for their centres.
    let middles = places.map { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
    if let corners = ScanLineEnds(places: middles).corners(quarterTurns: quarterTurns) { return corners }
    guard let box = Rect(bounding: middles) else { return nil }
    // A clockwise turn moves the symbol's top left corner to the box's top right one: the last of the four.
    return Corners((0..<4).map { box.corners[($0 + 4 - quarterTurns) % 4] })
  }
}

/// The end points of the scan lines that read a linear code.
///
/// Scan lines run in both directions, across the picture and down. Their end points lie on the outer edges of the
/// first and last bar, and for EAN codes also in the middle. All these edges are about parallel in the picture.
struct ScanLineEnds {
  let places: [Point]

  /// The gaps between the edges make up at least this fraction of the code's length.
  private static let leastGap = 0.5
  /// The minimum distance of neighbouring points of different edges, as a fraction of the code's length.
  private static let leastHeapGap = 0.2

  /// Returns the corners between the outermost edges of a code turned clockwise, or nil if there is only one edge.
  func corners(quarterTurns: Int) -> Corners? {
    // All reading directions within an eighth of a turn, the most likely one first.
    let turns = [0] + (1...22).flatMap { [4 * $0, -4 * $0] }
    let splits = turns.compactMap { degrees in split(by: Double(90 * quarterTurns + degrees) * .pi / 180) }
    // With few points, several directions are equally good. Take the most likely one.
    let best = splits.map(\.gap).max() ?? 0
    guard let split = splits.first(where: { $0.gap > best - 0.02 }), split.gap >= Self.leastGap else { return nil }
    // Scan lines are parallel to the sides of the picture. Take the axis nearest to the reading direction.
    let isUpright = abs(split.reading.x) >= abs(split.reading.y)
    let along =
      isUpright ? Point(x: split.reading.x < 0 ? -1 : 1, y: 0) : Point(x: 0, y: split.reading.y < 0 ? -1 : 1)
    let down = Point(x: -along.y, y: along.x)
    let rows = places.map { $0.dot(down) }
    let top = rows.min() ?? 0
    let bottom = rows.max() ?? 0
    func corner(_ edge: Double, _ row: Double) -> Point {
      (edge - row * down.dot(split.reading)) / along.dot(split.reading) * along + row * down
    }
    return Corners(
      topLeft: corner(split.left, top), bottomLeft: corner(split.left, bottom),
      bottomRight: corner(split.right, bottom), topRight: corner(split.right, top))
  }

  private struct Split {
    /// The direction in which the code is read.
    var reading: Point
    /// The positions of the outer edges along the reading direction.
    var left, right: Double
    /// The sum of the gaps between edges, as a fraction of the code's length.
    var gap: Double
  }

  private func split(by angle: Double) -> Split? {
    let reading = Point(x: cos(angle), y: sin(angle))
    let feet = places.map { $0.dot(reading) }.sorted()
    guard let first = feet.first, let last = feet.last, last - first > 1 else { return nil }
    let gaps = feet.indices.dropFirst().filter { feet[$0] - feet[$0 - 1] > Self.leastHeapGap * (last - first) }
    guard let end = gaps.first, let start = gaps.last else { return nil }
    return Split(
      reading: reading, left: feet[end / 2], right: feet[(start + feet.count) / 2],
      gap: gaps.reduce(0) { $0 + feet[$1] - feet[$1 - 1] } / (last - first))
  }
}
