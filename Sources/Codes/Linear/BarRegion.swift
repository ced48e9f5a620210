import COpenCaptureCodes
import Glibc
import OpenCaptureMediaSamples

/// A region of parallel bars or stripes in a picture, readable or not.
struct BarRegion {
  /// The line across the bars through the middle of the region.
  var middle: ScanLine
  /// The extent perpendicular to the line, in pixels.
  var height: Double
  /// The movement of the bars along the line for each pixel away from it; 0 if they are perpendicular.
  var lean: Double

  /// Returns the line across the bars at a part of the height, from -0.5 to 0.5.
  func line(at part: Double) -> ScanLine {
    let away = part * height * direction
    return middle.moved(start: away, end: away)
  }

  /// The direction of the bars, as the movement that leads one pixel away from the line.
  var direction: Point { middle.normal + lean * middle.direction }

  /// Returns the regions of a picture, the largest ones first.
  static func regions(in picture: ccodes_picture) -> [BarRegion] {
    var field = GradientField(picture)
    var regions: [BarRegion] = []
    for cell in field.cells.indices where field.isOriented[cell] {
      let members = field.removeRegion(around: cell)
      if members.count >= leastCellCount, let region = field.region(of: members) { regions.append(region) }
    }
    return regions.sorted { $0.area > $1.area }
  }

  private var area: Double { middle.length * height }

  private static let leastCellCount = 8
  /// The least extent across the bars, in pixels: that of the smallest code that can be read, and less at its ends.
  static let leastLength = 56.0
  /// The least part of the region's outline that its cells fill.
  fileprivate static let leastFill = 0.4
}

/// The brightness gradients in the cells of a picture.
private struct GradientField {
  /// The side of a cell, in pixels.
  private static let side = 8
  /// The least coherence of a cell with bars: 1 if all gradients are parallel, 0 if they have all directions.
  private static let leastCoherence: Float = 0.8
  /// The least mean square of brightness differences over two pixels.
  private static let leastEnergy: Float = 30
  /// The largest sine of the angle between neighbouring cells of a region.
  private static let largestTurn = 0.15

  private let columns: Int
  private let rows: Int
  /// The gradients of each cell, added up with those of the eight cells around it.
  let cells: [ccodes_gradients]
  /// Whether a cell has bars and isn't yet part of a region.
  private(set) var isOriented: [Bool]
  /// The unit vector across the bars of each cell that has any.
  private let directions: [Point]

  init(_ picture: ccodes_picture) {
    let columns = Int(picture.width) / Self.side
    let rows = Int(picture.height) / Self.side
    self.columns = columns
    self.rows = rows
    var single = [ccodes_gradients](repeating: ccodes_gradients(), count: columns * rows)
    var windows = single
    ccodes_sum_gradients(picture, Int32(Self.side), &single, &windows)
    cells = windows
    let noise = Self.noise(of: windows)
    let pixelCount = Float(9 * Self.side * Self.side)
    isOriented = cells.map { cell in
      // Noise has the same energy in all directions.
      let energy = cell.xx + cell.yy - noise
      let difference = cell.xx - cell.yy
      let square = difference * difference + 4 * cell.xy * cell.xy
      return energy > Self.leastEnergy * pixelCount
        && square > Self.leastCoherence * Self.leastCoherence * energy * energy
    }
    directions = zip(windows, isOriented).map { $1 ? Self.direction($0) : .zero }
  }

  /// The part of the cells that surely show nothing but noise along one direction.
  private static let quietPart = 0.2

  /// Returns the energy of noise in a window: that across the gradients in the quietest cells.
  private static func noise(of cells: [ccodes_gradients]) -> Float {
    let across = cells.map { cell in
      let difference = cell.xx - cell.yy
      return cell.xx + cell.yy - (difference * difference + 4 * cell.xy * cell.xy).squareRoot()
    }
    return cells.isEmpty ? 0 : across.sorted()[Int(quietPart * Double(cells.count))]
  }

  /// Returns the unit vector across the bars of a cell or of several.
  private static func direction(_ sum: ccodes_gradients) -> Point {
    let angle = 0.5 * atan2(Double(2 * sum.xy), Double(sum.xx - sum.yy))
    return Point(x: cos(angle), y: sin(angle))
  }

  /// Returns the connected cells with nearly the same direction, which belong to no region afterwards.
  mutating func removeRegion(around first: Int) -> [Int] {
    var members = [first]
    isOriented[first] = false
    var next = 0
    while next < members.count {
      let (row, column) = members[next].quotientAndRemainder(dividingBy: columns)
      let own = directions[members[next]]
      next += 1
      for row in max(0, row - 1)...min(rows - 1, row + 1) {
        for other in row * columns + max(0, column - 1)...row * columns + min(columns - 1, column + 1)
        where isOriented[other] {
          let turn = own.x * directions[other].y - own.y * directions[other].x
          guard abs(turn) < Self.largestTurn else { continue }
          isOriented[other] = false
          members.append(other)
        }
      }
    }
    return members
  }

  /// Returns the region of some cells; nil if it is too small or too fragmented for a code.
  func region(of members: [Int]) -> BarRegion? {
    var sum = ccodes_gradients()
    for cell in members {
      sum.xx += cells[cell].xx
      sum.yy += cells[cell].yy
      sum.xy += cells[cell].xy
    }
    let across = Self.direction(sum)
    let along = Point(x: -across.y, y: across.x)
    let side = Double(Self.side)
    let places = members.map { cell in
      let middle = Point(x: (Double(cell % columns) + 0.5) * side, y: (Double(cell / columns) + 0.5) * side)
      return Point(x: middle.dot(across), y: middle.dot(along))
    }
    // In an oblique view, the ends of the bars are on lines that are not perpendicular to them.
    var lean = 0.0
    var core = places
    for _ in 0..<2 {
      lean = Self.slope(of: core)
      core = Self.core(of: places, slope: lean)
    }
    let (left, right) = extent(core.map(\.x))
    let (top, bottom) = extent(core.map { $0.y - lean * $0.x })
    let area = (right - left) * (bottom - top)
    guard right - left >= BarRegion.leastLength, Double(core.count) * side * side >= BarRegion.leastFill * area
    else { return nil }
    func place(_ x: Double) -> Point { x * across + ((top + bottom) / 2 + lean * x) * along }
    return BarRegion(
      middle: ScanLine(start: place(left), end: place(right)),
      height: (bottom - top) / (1 + lean * lean).squareRoot(), lean: lean)
  }

  /// The largest slope of the ends of the bars.
  private static let steepest = 0.6

  /// Returns the slope of the line that is nearest to all places in the direction of the bars.
  private static func slope(of places: [Point]) -> Double {
    let count = Double(max(1, places.count))
    let middle = (1 / count) * places.reduce(.zero, +)
    let product = places.reduce(0) { $0 + ($1.x - middle.x) * ($1.y - middle.y) }
    let square = places.reduce(0) { $0 + ($1.x - middle.x) * ($1.x - middle.x) }
    return square > 0 ? max(-steepest, min(steepest, product / square)) : 0
  }

  /// Returns the places in the widest rows of a region, which exclude the edges of a label around a code.
  private static func core(of places: [Point], slope: Double) -> [Point] {
    let rows = places.map { Int((($0.y - slope * $0.x) / Double(side)).rounded(.down)) }
    guard let first = rows.min(), let last = rows.max() else { return [] }
    var counts = [Int](repeating: 0, count: last - first + 1)
    for row in rows { counts[row - first] += 1 }
    let most = counts.max() ?? 0
    let widest = counts.firstIndex(of: most) ?? 0
    let start = counts[..<widest].lastIndex { 2 * $0 < most } ?? -1
    let end = counts[widest...].firstIndex { 2 * $0 < most } ?? counts.count
    return zip(places, rows).filter { start < $0.1 - first && $0.1 - first < end }.map(\.0)
  }

  /// Returns the range of coordinates, enlarged by half a cell at both ends.
  private func extent(_ coordinates: [Double]) -> (Double, Double) {
    let half = Double(Self.side) / 2
    return ((coordinates.min() ?? 0) - half, (coordinates.max() ?? 0) + half)
  }
}
