public import OpenCaptureMediaSamples

extension CodePhotograph {
  /// What makes a picture hard; all but ``frame`` are one thing each, more of it from picture to picture.
  public enum Kind: String, Sendable, CaseIterable {
    /// A frame of a camera that is held before a code: perspective, noise, blur, contrast, light as they come.
    case frame
    case curved, motion, unfocused, glare, small, occluded, dim, mirrored, inverted, dots, logo, moire, leaning,
      noisy
  }

  /// The photograph of a kind, and what is on it; the same for a number every time.
  public static func photograph(_ kind: Kind, number: Int) throws -> (text: String, picture: PixelBuffer) {
    var random = SeededGenerator(
      seed: UInt64(number) * 977 + UInt64(kind.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    let text = "\(kind) \(number) " + String(repeating: "x", count: Int.random(in: 0..<60, using: &random))
    let level: QRSymbol.Level = kind == .logo || kind == .glare ? .high : .medium
    guard let symbol = QRSymbol(text, level: level) else { return try photograph(kind, number: number + 1) }
    let module =
      kind == .frame ? Double.random(in: 3...8, using: &random) : Double.random(in: 4...6, using: &random)
    let side = module * Double(symbol.side)
    let scale = min(1, 560 / side)
    let dimensions =
      kind == .frame
      ? VideoDimensions(width: 1280, height: 720) : VideoDimensions(width: 640, height: 480)
    let limit = kind == .frame ? 1 : min(1, 330 / side)
    let lean =
      kind == .frame ? Double.random(in: 0...0.4, using: &random) : Double.random(in: 0...0.1, using: &random)
    let view = PerspectiveView(
      middle: Point(
        x: Double(dimensions.width) * Double.random(in: 0.44...0.56, using: &random),
        y: Double(dimensions.height) * Double.random(in: 0.48...0.52, using: &random)),
      side: side * min(scale, limit), turnedBy: Double.random(in: -180...180, using: &random), lean: lean)
    var photograph = CodePhotograph(view: view)
    photograph.dimensions = dimensions
    photograph.noise = 4
    photograph.blur = 0.6
    // 0 at the easy end, 1 at the hard one.
    let hardness = Double(number % 20) / 19
    photograph.make(kind, hardness, module: view.moduleSize(symbol), &random)
    return (text, try photograph.picture(of: symbol, seed: random.next()))
  }

  private mutating func make(_ kind: Kind, _ hardness: Double, module: Double, _ random: inout SeededGenerator) {
    switch kind {
    case .frame:
      noise = Double.random(in: 2...28, using: &random)
      blur = Double.random(in: 0...0.4, using: &random) * module
      let contrast = Double.random(in: 40...190, using: &random)
      dark = Double.random(in: 20...(230 - contrast), using: &random)
      light = dark + contrast
      shade = Double.random(in: 0...0.6, using: &random)
      isInverted = Int.random(in: 0..<5, using: &random) == 0
      surroundings = Double.random(in: 20...230, using: &random)
    case .curved: curvature = 0.3 + 1.0 * hardness
    case .motion:
      let (x, y) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      let length = max(0.1, (x * x + y * y).squareRoot())
      let reach = module * (0.4 + 1.4 * hardness) / length
      motion = Point(x: x * reach, y: y * reach)
    case .unfocused: blur = module * (0.3 + 0.6 * hardness)
    case .glare:
      glare = (
        Point(x: Double.random(in: 0.3...1, using: &random), y: Double.random(in: 0.3...1, using: &random)),
        0.1 + 0.25 * hardness
      )
    case .small: shrink(to: 2.6 - 1.4 * hardness, from: module)
    case .occluded: (quietZone, surroundings) = (1.5 - 1.5 * hardness, 25)
    case .dim: (dark, light, surroundings, noise) = (12, 48 - 30 * hardness, 20, 2.5)
    case .mirrored:
      let corners = view.corners
      view.corners = [corners[1], corners[0], corners[3], corners[2]]
      noise = 4 + 24 * hardness
    case .inverted: (isInverted, noise, blur) = (true, 4 + 24 * hardness, 0.8)
    case .dots: (style, blur) = (.dots, 0.4 + 1.2 * hardness)
    case .logo: (style, noise) = (.logo, 4 + 24 * hardness)
    case .moire: (moire, blur) = (0.3 + 0.6 * hardness, 0.4)
    case .leaning: lean(0.3 + 0.4 * hardness)
    case .noisy: (noise, dark, light) = (15 + 45 * hardness, 60, 190)
    }
  }

  /// Makes the code smaller about its middle.
  private mutating func shrink(to size: Double, from module: Double) {
    let middle = view.apply(Point(x: 0.5, y: 0.5))
    view.corners = view.corners.map { corner in
      Point(
        x: middle.x + (corner.x - middle.x) * size / module, y: middle.y + (corner.y - middle.y) * size / module)
    }
    blur = 0.5
  }

  /// Turns the code's right side away.
  private mutating func lean(_ amount: Double) {
    let corners = view.corners
    func between(_ a: Point, _ b: Point, _ part: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
    view.corners[1] = between(corners[1], corners[2], amount / 2)
    view.corners[2] = between(corners[2], corners[1], amount / 2)
  }
}

extension PerspectiveView {
  /// The extent of a module of a code that lies there, on average.
  fileprivate func moduleSize(_ symbol: QRSymbol) -> Double {
    let sides = corners.indices.map { index -> Double in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    return sides.reduce(0, +) / 4 / Double(symbol.side)
  }
}
