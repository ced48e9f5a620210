import Glibc
public import OpenCaptureMediaSamples

/// A picture of a QR code as a camera takes it, with what makes codes hard to read.
public struct CodePhotograph: Sendable {
  /// What the modules look like.
  public enum Style: Sendable {
    case squares
    /// Each dark module is a dot; those of the finder patterns are squares.
    case dots
    /// There is a picture in the middle, of an area as codes of the highest level can lose.
    case logo
  }

  /// Pixels across and down.
  public var dimensions = VideoDimensions(width: 1280, height: 720)
  /// Where the code lies, its quiet zone left out.
  public var view: PerspectiveView
  /// How far the light paper goes around the code, in modules; default 4.
  public var quietZone = 4.0
  /// The grey of dark modules, light ones, and of what is around the paper.
  public var (dark, light, surroundings) = (30.0, 215.0, 110.0)
  /// The standard deviation of noise, in grey values; default none.
  public var noise = 0.0
  /// How far the lens is out of focus: the standard deviation of the blur in pixels; default not at all.
  public var blur = 0.0
  /// How far the code moves while the picture is taken, in pixels; default not at all.
  public var motion = Point(x: 0, y: 0)
  /// What part of the light is lost from one side of the picture to the other; default none.
  public var shade = 0.0
  /// Half of the angle that the code covers on a cylinder, in radians; default 0, which is flat.
  public var curvature = 0.0
  /// A bright spot on the code: its middle in the unit square of the code, and its radius; default none.
  public var glare: (place: Point, radius: Double)?
  /// How strongly the pixels of a screen interfere with those of the camera, 0 to 1; default not at all.
  public var moire = 0.0
  /// What the modules look like.
  public var style = Style.squares
  /// Whether dark is light.
  public var isInverted = false

  /// Prepares a photograph of a code at this place.
  public init(view: PerspectiveView) { self.view = view }

  /// Takes the picture; the seed is that of the noise.
  public func picture(of symbol: QRSymbol, seed: UInt64 = 1) throws -> PixelBuffer {
    let area = area(of: symbol)
    let scene = Scene(photograph: self, symbol: symbol)
    var values = [Double](repeating: 0, count: area.width * area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        values[y * area.width + x] = scene.value(x: Double(area.x + x), y: Double(area.y + y))
      }
    }
    if blur > 0 { values = GaussianBlur(sigma: blur).blurred(values, width: area.width) }
    return try developed(values, area, seed)
  }

  private typealias Area = (x: Int, y: Int, width: Int, height: Int)

  /// The part of the picture in which anything is drawn.
  private func area(of symbol: QRSymbol) -> Area {
    let margin = (quietZone + 1) / Double(symbol.side)
    let corners = [(-margin, -margin), (1 + margin, -margin), (1 + margin, 1 + margin), (-margin, 1 + margin)]
      .map { view.apply(Point(x: $0.0, y: $0.1)) }
    let reach = 4 * blur + max(abs(motion.x), abs(motion.y)) + 2
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let left = max(0, Int((xs.min() ?? 0) - reach))
    let top = max(0, Int((ys.min() ?? 0) - reach))
    let right = min(dimensions.width, Int((xs.max() ?? 0) + reach) + 1)
    let bottom = min(dimensions.height, Int((ys.max() ?? 0) + reach) + 1)
    return (left, top, max(1, right - left), max(1, bottom - top))
  }

  /// Light, noise, and whole grey values.
  private func developed(_ values: [Double], _ area: Area, _ seed: UInt64) throws -> PixelBuffer {
    var random = SeededGenerator(seed: seed)
    let table = (0..<4096).map { _ in Self.bell(&random) * noise }
    var picture = try PixelBuffer(
      format: .grey, width: dimensions.width, height: dimensions.height, rowAlignment: 1)
    let width = dimensions.width
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<dimensions.height {
        let start = Int(random.next() & 0x7ff)
        for x in 0..<width {
          let (column, row) = (x - area.x, y - area.y)
          let isInside = column >= 0 && row >= 0 && column < area.width && row < area.height
          var value = isInside ? values[row * area.width + column] : surroundings
          if shade > 0 { value *= 1 - shade * Double(x) / Double(width) }
          if moire > 0 { value *= 1 - moire * (0.5 + 0.5 * cos(2.2 * Double(x) + 0.35 * Double(y))) }
          value += table[(start + x * 7 + (x >> 9)) & 0xfff]
          pixels[y * width + x] = UInt8(min(max(value.rounded(), 0), 255))
        }
      }
    }
    return picture
  }

  /// A number that is distributed normally, about: the sum of twelve even ones.
  private static func bell(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  /// What is in front of the camera.
  private struct Scene {
    let photograph: CodePhotograph
    let symbol: QRSymbol

    /// The mean of nine samples of a pixel, each at another time.
    func value(x: Double, y: Double) -> Double {
      let motion = photograph.motion
      var sum = 0.0
      for index in 0..<9 {
        // Each time at another place of the pixel, in no order.
        let (i, j) = (index % 3, index / 3)
        let time = Double((index * 4) % 9) / 8 - 0.5
        let seen = Point(
          x: x + (Double(i) + 0.5) / 3 - motion.x * time, y: y + (Double(j) + 0.5) / 3 - motion.y * time)
        sum += grey(at: photograph.view.invert(seen))
      }
      return sum / 9
    }

    private func grey(at place: Point) -> Double {
      guard let place = unrolled(place) else { return photograph.surroundings }
      let margin = photograph.quietZone / Double(symbol.side)
      guard (-margin...1 + margin).contains(place.x), (-margin...1 + margin).contains(place.y) else {
        return photograph.surroundings
      }
      let value = isDark(place) != photograph.isInverted ? photograph.dark : photograph.light
      guard let glare = photograph.glare else { return value }
      let (dx, dy) = (place.x - glare.place.x, place.y - glare.place.y)
      return min(255, value + 300 * exp(-(dx * dx + dy * dy) / (glare.radius * glare.radius)))
    }

    /// The place on the paper that is rolled around a cylinder.
    private func unrolled(_ place: Point) -> Point? {
      let angle = photograph.curvature
      guard angle > 0 else { return place }
      let across = (2 * place.x - 1) * sin(angle)
      guard abs(across) < 1 else { return nil }
      // Seen from a little above.
      let sag = 0.25 * (sqrt(1 - across * across) - cos(angle))
      return Point(x: (asin(across) / angle + 1) / 2, y: place.y - sag)
    }

    private func isDark(_ place: Point) -> Bool {
      let side = Double(symbol.side)
      let (x, y) = (place.x * side, place.y * side)
      let (column, row) = (Int(floor(x)), Int(floor(y)))
      switch photograph.style {
      case .squares: return symbol.isDark(column: column, row: row)
      case .dots:
        let last = symbol.side - 8
        let isFinder = (column < 8 && (row < 8 || row >= last)) || (column >= last && row < 8)
        guard !isFinder else { return symbol.isDark(column: column, row: row) }
        let (dx, dy) = (x - Double(column) - 0.5, y - Double(row) - 0.5)
        return symbol.isDark(column: column, row: row) && dx * dx + dy * dy < 0.16
      case .logo:
        let (dx, dy) = (place.x - 0.5, place.y - 0.5)
        guard abs(dx) < 0.13, abs(dy) < 0.13 else { return symbol.isDark(column: column, row: row) }
        return dx * dx + dy * dy < 0.008
      }
    }
  }
}
