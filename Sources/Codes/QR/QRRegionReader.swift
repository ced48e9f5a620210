import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A reader for QR codes of which two or three finder patterns are visible but that the engines can't read in the picture.
///
/// The reader fits a lattice to the modules, samples it and renders a clean picture. An engine then only has to
/// correct errors.
struct QRRegionReader {
  let engines: [any CodeEngine]
  /// The remaining budget for attempts.
  private(set) var budget: WorkBudget
  /// The codes that were located and sampled but not decoded.
  private(set) var unread: [UnreadCode] = []

  /// The outcome of an attempt.
  enum Outcome {
    case read(EngineCode, dimension: Int, engine: String)
    /// A code was located but not decoded.
    case seen(Corners)
    case nothing
  }

  /// The agreement below which no attempt is made; false patterns stay below 0.4, most of them far below.
  private static let leastAgreement = 0.36
  /// The agreement above which the patterns certainly belong to a code, readable or not.
  private static let certainAgreement = 0.45
  /// The same for a surface, which adapts to false patterns, too: they reach 0.66 in photographs.
  private static let certainSurfaceAgreement = 0.7
  /// The agreement of a surface above which nothing else is possible; drawings of many patterns reach 0.91.
  private static let undoubtedSurfaceAgreement = 0.95
  /// The number of patterns whose axes are measured.
  private static let framedPatternLimit = 16

  /// Tries to read the flat or crumpled code between three finder patterns.
  mutating func read(_ triple: FinderTriple, in luma: PixelBuffer) throws -> Outcome {
    try read(fit(to: luma) { $0.lattice(of: triple) }, in: luma, certainFrom: Self.certainAgreement)
  }

  /// Returns the positions and axes of finder patterns, without those that the picture doesn't show clearly.
  mutating func frames(of patterns: [FinderPattern], in luma: PixelBuffer) -> [FinderFrame] {
    guard patterns.count > 1 else { return [] }
    return fit(to: luma) { fit in patterns.prefix(Self.framedPatternLimit).compactMap { fit.frame(of: $0) } }
  }

  /// Tries to read the flat or curved code between three finder patterns.
  mutating func read(_ triple: FrameTriple, in luma: PixelBuffer) throws -> Outcome {
    guard let fitted = fit(to: luma, { $0.surface(of: triple) }),
      fitted.agreement > Self.certainSurfaceAgreement, let outline = fitted.surface.corners
    else { return .nothing }
    let isBeyondDoubt = fitted.agreement > Self.undoubtedSurfaceAgreement
    let attempt = Attempt(outline: outline, isCertain: true, isBeyondDoubt: isBeyondDoubt)
    return try read(fitted.surface, attempt, in: luma) ?? .seen(outline)
  }

  /// Tries to read the code that two finder patterns belong to.
  ///
  /// The other patterns of the code have already confirmed it.
  mutating func read(_ pair: FinderPair, in luma: PixelBuffer) throws -> Outcome {
    try read(fit(to: luma) { $0.lattice(of: pair) }, in: luma, certainFrom: Self.leastAgreement)
  }

  /// Returns whether two finder patterns certainly belong to a code, readable or not.
  mutating func isCode(_ pair: FinderPair, in luma: PixelBuffer) -> Bool {
    fit(to: luma) { $0.lattice(of: pair) }.map { $0.agreement > Self.certainAgreement } ?? false
  }

  /// Calls a body that fits something to a picture, and spends the cost.
  private mutating func fit<Result>(to luma: PixelBuffer, _ body: (inout QRFit) -> Result) -> Result {
    let (result, samples) = luma.withPicture { picture in
      var fit = QRFit(picture: picture)
      let result = body(&fit)
      return (result, fit.samples)
    }
    budget.spend(samples)
    return result
  }

  private mutating func read(
    _ fitted: QRFit.Fitted?, in luma: PixelBuffer, certainFrom certainAgreement: Double
  ) throws -> Outcome {
    guard let fitted, fitted.agreement > Self.leastAgreement, let outline = fitted.lattice.corners
    else { return .nothing }
    let isCertain = fitted.agreement > certainAgreement
    // No texture agrees with the many patterns from version 7 on.
    let isBeyondDoubt = fitted.agreement > 0.5 && fitted.lattice.dimension >= 45
    let attempt = Attempt(outline: outline, isCertain: isCertain, isBeyondDoubt: isBeyondDoubt)
    if let outcome = try read(fitted.lattice, attempt, in: luma) { return outcome }
    if let grid = luma.withPicture({ ModuleGrid($0, fitted.lattice) }) {
      unread.append(UnreadCode(corners: outline, grid: grid, agreement: fitted.agreement))
    }
    return isCertain ? .seen(outline) : .nothing
  }

  /// Tries to read a code as it is first, then as a crumpled one if the patterns certainly belong to a code.
  private mutating func read(
    _ shape: some QRShape, _ attempt: Attempt, in luma: PixelBuffer
  ) throws -> Outcome? {
    var attempt = attempt
    for isCrumpled in attempt.isCertain ? [false, true] : [false] {
      let cost = ModuleMesh.samples(dimension: shape.dimension)
      if isCrumpled, !budget.spendIfCovered(cost, forCode: attempt.isBeyondDoubt) { break }
      let grid = luma.withPicture { picture in
        ModuleGrid(picture, shape, mesh: isCrumpled ? ModuleMesh(picture, shape) : nil)
      }
      if let grid, let (code, engine) = try read(grid, &attempt) {
        return .read(code, dimension: shape.dimension, engine: engine)
      }
    }
    return nil
  }

  /// Tries to read modules whose values are the mean of several frames.
  mutating func read(_ grid: ModuleGrid, outline: Corners) throws -> (EngineCode, engine: String)? {
    var attempt = Attempt(outline: outline, isCertain: true, isBeyondDoubt: true)
    return try read(grid, &attempt)
  }

  private struct Attempt {
    let outline: Corners
    /// Whether the finder patterns certainly belong to a code.
    let isCertain: Bool
    /// Whether the fit is certainly a code.
    let isBeyondDoubt: Bool
    /// The readings that an engine has already tried.
    var tried: Set<[Bool]> = []
  }

  /// Tries several readings of the modules: with standard sharpening first, then with a fitted blur removed, then
  /// without the least certain modules.
  private mutating func read(_ grid: ModuleGrid, _ attempt: inout Attempt) throws -> (EngineCode, engine: String)? {
    for dark in grid.readings where attempt.tried.insert(dark).inserted {
      if let read = try decode(dark, grid.dimension, attempt) { return read }
    }
    let cost = ModuleEqualizer.samples(dimension: grid.dimension)
    guard budget.spendIfCovered(cost, forCode: attempt.isBeyondDoubt) else { return nil }
    if let dark = ModuleEqualizer(grid).darkModules(), attempt.tried.insert(dark).inserted,
      let read = try decode(dark, grid.dimension, attempt)
    {
      return read
    }
    return try repair(grid, attempt)
  }

  /// Tries readings in which the error correction ignores the least certain modules.
  private mutating func repair(_ grid: ModuleGrid, _ attempt: Attempt) throws -> (EngineCode, engine: String)? {
    guard attempt.isCertain else { return nil }
    for sharpening: Float in [0, 0.7] {
      let cost = ModuleRepair.samples(dimension: grid.dimension)
      guard budget.spendIfCovered(cost, forCode: attempt.isBeyondDoubt) else { return nil }
      let contrasts = grid.sharpened(sharpening).contrasts(radius: 6)
      guard let dark = ModuleRepair(dimension: grid.dimension, contrasts: contrasts).darkModules() else { continue }
      return try decode(dark, grid.dimension, attempt)
    }
    return nil
  }

  private mutating func decode(
    _ dark: [Bool], _ dimension: Int, _ attempt: Attempt
  ) throws -> (EngineCode, engine: String)? {
    guard let engine = engines.first(where: { $0.readableTypes.contains(.qr) }) else { return nil }
    let picture = try ModuleGrid.picture(dimension: dimension, dark: dark)
    let cost = try samples(of: engine, in: picture)
    guard budget.spendIfCovered(cost, forCode: attempt.isBeyondDoubt) else { return nil }
    var options = EngineOptions()
    options.thresholding = .none
    options.triesInverted = false
    options.triesDownscaled = false
    guard var code = try engine.scan(picture, types: [.qr], options: options).codes.first else { return nil }
    code.corners = code.corners.isMirrored ? attempt.outline.transposed : attempt.outline
    return (code, engine.name)
  }

  /// Returns the cost of decoding a rendered picture, whose modules form more finder patterns by chance.
  private func samples(of engine: any CodeEngine, in picture: PixelBuffer) throws -> Int {
    let pixelCount = picture.width * picture.height
    let crowd = try FinderSearch(in: picture).crowd
    let matching = (engine as? any FinderCostEstimating)?.matchingCost(crowd, in: picture.dimensions) ?? 0
    // Modules are sampled again for every few patterns that could belong to another code.
    return pixelCount + max(matching, Int(crowd.count) * pixelCount / 2)
  }
}
