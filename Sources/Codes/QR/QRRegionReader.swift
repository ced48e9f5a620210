import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Reads QR codes whose finder patterns are seen, but which the engines don't read where they stand.
///
/// It finds the lattice of modules, samples it, and gives an engine a clean picture of what came out to decode: what
/// is left to that is to correct errors.
struct QRRegionReader {
  let engines: [any CodeEngine]
  /// What the attempts may still cost.
  private(set) var budget: WorkBudget

  init(engines: [any CodeEngine], budget: WorkBudget) { (self.engines, self.budget) = (engines, budget) }

  /// What came of an attempt.
  enum Outcome {
    case read(EngineCode, QRLattice, engine: String)
    /// There is a code, which can't be read.
    case seen(Corners)
    case nothing
  }

  /// What is no code stays below 0.4, most of it by far: below the first there is nothing to try, above the second there
  /// is a code, whether it can be read or not.
  private static let (leastAgreement, certainAgreement) = (0.36, 0.45)

  /// Tries what lies between three finder patterns: as flat as it looks, then, where it is a code for certain, as
  /// crumpled as it may be.
  mutating func read(_ triple: FinderTriple, in luma: PixelBuffer) throws -> Outcome {
    let (fitted, samples) = luma.withPicture { picture -> (QRFit.Fitted?, Int) in
      var fit = QRFit(picture: picture)
      let fitted = fit.lattice(of: triple)
      return (fitted, fit.samples)
    }
    budget.spend(samples)
    guard let fitted, fitted.agreement > Self.leastAgreement, let outline = fitted.lattice.corners
    else { return .nothing }
    let (lattice, isCertain) = (fitted.lattice, fitted.agreement > Self.certainAgreement)
    var attempt = Attempt(outline: outline, isBeyondDoubt: Self.isBeyondDoubt(fitted))
    for isCrumpled in isCertain && lattice.bend == nil ? [false, true] : [false] {
      if isCrumpled, !affords(ModuleMesh.samples(dimension: lattice.dimension), attempt) { break }
      let grid = luma.withPicture { picture in
        ModuleGrid(picture, lattice, mesh: isCrumpled ? ModuleMesh(picture, lattice) : nil)
      }
      if let grid, let (code, engine) = try read(grid, &attempt) {
        return .read(code, lattice, engine: engine)
      }
    }
    return isCertain ? .seen(outline) : .nothing
  }

  /// Whether nothing but a code looks like that: from version 7 on there are so many patterns that no texture agrees
  /// with all of them.
  private static func isBeyondDoubt(_ fitted: QRFit.Fitted) -> Bool {
    fitted.agreement > 0.5 && fitted.lattice.dimension >= 45
  }

  private struct Attempt {
    let outline: Corners
    let isBeyondDoubt: Bool
    /// What was given to an engine already.
    var tried: Set<[Bool]> = []
  }

  /// Takes what a part of an attempt costs; false where there isn't as much left.
  private mutating func affords(_ samples: Int, _ attempt: Attempt) -> Bool {
    guard budget.covers(samples, forCode: attempt.isBeyondDoubt) else { return false }
    budget.spend(samples, forCode: attempt.isBeyondDoubt)
    return true
  }

  /// Tries what modules may be: as they are, and with blur taken back, first as it usually is, then as the code's own
  /// patterns tell it.
  private mutating func read(
    _ grid: ModuleGrid, _ attempt: inout Attempt
  ) throws -> (EngineCode, engine: String)? {
    for dark in grid.readings where attempt.tried.insert(dark).inserted {
      if let read = try decode(dark, grid.dimension, attempt) { return read }
    }
    guard affords(ModuleEqualizer.samples(dimension: grid.dimension), attempt),
      let dark = ModuleEqualizer(grid).darkModules(), attempt.tried.insert(dark).inserted
    else { return nil }
    return try decode(dark, grid.dimension, attempt)
  }

  private mutating func decode(
    _ dark: [Bool], _ dimension: Int, _ attempt: Attempt
  ) throws -> (EngineCode, engine: String)? {
    guard let engine = engines.first(where: { $0.readableTypes.contains(.qr) }) else { return nil }
    let picture = try ModuleGrid.picture(dimension: dimension, dark: dark)
    guard affords(try samples(of: engine, in: picture), attempt) else { return nil }
    var options = EngineOptions()
    (options.thresholding, options.triesInverted, options.triesSmaller) = (.none, false, false)
    guard var code = try engine.scan(picture, types: [.qr], options: options).codes.first else { return nil }
    code.corners = code.corners.isMirrored ? attempt.outline.transposed : attempt.outline
    return (code, engine.name)
  }

  /// What it costs to decode a picture of modules, of which those of a large code hold many more finder patterns by
  /// chance.
  private func samples(of engine: any CodeEngine, in picture: PixelBuffer) throws -> Int {
    let pixelCount = picture.width * picture.height
    let crowd = try FinderSearch(in: picture).crowd
    let matching = (engine as? any FinderMatching)?.samplesOfMatching(crowd, in: picture.dimensions) ?? 0
    // Modules are sampled once more with every few patterns that could be others'.
    return pixelCount + max(matching, Int(crowd.count) * pixelCount / 2)
  }
}
