import Glibc
public import OpenCaptureMediaSamples

/// A picture of a QR code as taken by a camera, with effects that make codes hard to read.
public struct CodePhotograph: Sendable {
  /// The shape of the modules.
  public enum Style: Sendable {
    case squares
    /// Each dark module is a dot, except in the finder patterns.
    case dots
    /// A picture covers the middle, as large as codes of the highest level can lose.
    case logo
  }

  /// The width and height in pixels.
  public var dimensions = VideoDimensions(width: 1280, height: 720)
  /// The position of the code without its quiet zone.
  public var view: PerspectiveView
  /// The width of the light paper around the code, in modules (default: 4).
  public var quietZone = 4.0
  /// The grey value of dark modules (default: 30).
  public var dark = 30.0
  /// The grey value of light modules (default: 215).
  public var light = 215.0
  /// The grey value of the surroundings of the paper (default: 110).
  public var surroundings = 110.0
  /// The standard deviation of the noise, in grey values (default: 0).
  public var noise = 0.0
  /// The standard deviation of the defocus blur, in pixels (default: 0).
  public var blur = 0.0
  /// The movement of the code during the exposure, in pixels (default: none).
  public var motion = Point(x: 0, y: 0)
  /// The fraction of light lost from one side of the picture to the other (default: 0).
  public var shade = 0.0
  /// Half of the angle that the code covers on a cylinder, in radians (default: 0, flat).
  public var curvature = 0.0
  /// The center and radius of a bright spot in the code's unit square (default: none).
  public var glare: (place: Point, radius: Double)?
  /// The strength of interference between the pixels of a screen and of the camera, 0 to 1 (default: 0).
  public var moire = 0.0
  /// The shape of the modules.
  public var style = Style.squares
  /// Whether dark and light are exchanged.
  public var isInverted = false

  /// Makes a photograph of a code at this position.
  public init(view: PerspectiveView) { self.view = view }

  /// Draws the picture with noise from a seed.
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

  /// Returns the part of the picture that contains the code.
  private func area(of symbol: QRSymbol) -> Area {
    let margin = (quietZone + 1) / Double(symbol.side)
    let corners = [(-margin, -margin), (1 + margin, -margin), (1 + margin, 1 + margin), (-margin, 1 + margin)]
      .map { view.apply(Point(x: $0.0, y: $0.1)) }
    let reach = 4 * blur + max(abs(motion.x), abs(motion.y)) + 2
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = max(0, Int((xs.min() ?? 0) - reach))
    let top = max(0, Int((ys.min() ?? 0) - reach))
    let right = min(dimensions.width, Int((xs.max() ?? 0) + reach) + 1)
    let bottom = min(dimensions.height, Int((ys.max() ?? 0) + reach) + 1)
    return (left, top, max(1, right - left), max(1, bottom - top))
  }

  /// Applies light and noise, and rounds to grey values.
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
          let column = x - area.x
          let row = y - area.y
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

  /// Returns a number of an approximately normal distribution: the sum of twelve uniform ones.
  private static func bell(_ random: inout SeededGenerator) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  /// The scene in front of the camera.
  private struct Scene {
    let photograph: CodePhotograph
    let symbol: QRSymbol

    /// Returns the mean of nine samples of a pixel at different times.
    func value(x: Double, y: Double) -> Double {
      let motion = photograph.motion
      var sum = 0.0
      for index in 0..<9 {
        // Each sample has another position in the pixel, in mixed order.
        let i = index % 3
        let j = index / 3
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
      let dx = place.x - glare.place.x
      let dy = place.y - glare.place.y
      return min(255, value + 300 * exp(-(dx * dx + dy * dy) / (glare.radius * glare.radius)))
    }

    /// Returns the position on the paper, which is rolled around a cylinder.
    private func unrolled(_ place: Point) -> Point? {
      let angle = photograph.curvature
      guard angle > 0 else { return place }
      let across = (2 * place.x - 1) * sin(angle)
      guard abs(across) < 1 else { return nil }
      // The camera is slightly above.
      let sag = 0.25 * (sqrt(1 - across * across) - cos(angle))
      return Point(x: (asin(across) / angle + 1) / 2, y: place.y - sag)
    }

    private func isDark(_ place: Point) -> Bool {
      let side = Double(symbol.side)
      let x = place.x * side
      let y = place.y * side
      let column = Int(floor(x))
      let row = Int(floor(y))
      switch photograph.style {
      case .squares: return symbol.isDark(column: column, row: row)
      case .dots:
        let last = symbol.side - 8
        let isFinder = (column < 8 && (row < 8 || row >= last)) || (column >= last && row < 8)
        guard !isFinder else { return symbol.isDark(column: column, row: row) }
        let dx = x - Double(column) - 0.5
        let dy = y - Double(row) - 0.5
        return symbol.isDark(column: column, row: row) && dx * dx + dy * dy < 0.16
      case .logo:
        let dx = place.x - 0.5
        let dy = place.y - 0.5
        guard abs(dx) < 0.13, abs(dy) < 0.13 else { return symbol.isDark(column: column, row: row) }
        return dx * dx + dy * dy < 0.008
      }
    }
  }
}
