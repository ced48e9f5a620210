public import OpenCaptureMediaSamples

extension CodePhotograph {
  /// A difficulty of a picture; all but ``frame`` have a single one, which grows from picture to picture.
  public enum Kind: String, Sendable, CaseIterable {
    /// A frame of a camera in front of a code, with random perspective, noise, blur, contrast and light.
    case frame
    case curved, motion, unfocused, glare, small, occluded, dim, mirrored, inverted, dots, logo, moire, leaning,
      noisy
  }

  /// Returns the photograph of a kind and its text, always the same for a number.
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
    // 0 is the easiest, 1 the hardest.
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
      let x = Double.random(in: -1...1, using: &random)
      let y = Double.random(in: -1...1, using: &random)
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
    case .occluded:
      quietZone = 1.5 - 1.5 * hardness
      surroundings = 25
    case .dim:
      dark = 12
      light = 48 - 30 * hardness
      surroundings = 20
      noise = 2.5
    case .mirrored:
      let corners = view.corners
      view.corners = [corners[1], corners[0], corners[3], corners[2]]
      noise = 4 + 24 * hardness
    case .inverted:
      isInverted = true
      noise = 4 + 24 * hardness
      blur = 0.8
    case .dots:
      style = .dots
      blur = 0.4 + 1.2 * hardness
    case .logo:
      style = .logo
      noise = 4 + 24 * hardness
    case .moire:
      moire = 0.3 + 0.6 * hardness
      blur = 0.4
    case .leaning: lean(0.3 + 0.4 * hardness)
    case .noisy:
      noise = 15 + 45 * hardness
      dark = 60
      light = 190
    }
  }

  /// Shrinks the code about its middle.
  private mutating func shrink(to size: Double, from module: Double) {
    let middle = view.apply(Point(x: 0.5, y: 0.5))
    view.corners = view.corners.map { corner in
      Point(
        x: middle.x + (corner.x - middle.x) * size / module, y: middle.y + (corner.y - middle.y) * size / module)
    }
    blur = 0.5
  }

  /// Tilts the code's right side away.
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
  /// Returns the average extent of a module of a code in this view.
  fileprivate func moduleSize(_ symbol: QRSymbol) -> Double {
    let sides = corners.indices.map { index -> Double in
      let a = corners[index]
      let b = corners[(index + 1) % 4]
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    return sides.reduce(0, +) / 4 / Double(symbol.side)
  }
}
