import CCodes
import MediaSamples
import Metadata

/// Reads QR codes whose finder patterns are seen, but which the engines don't read where they stand.
///
/// It finds the lattice of modules, samples it, and gives an engine a clean picture of what came out to decode: what
/// is left to that is to correct errors.
struct QRRegionReader {
  let engines: [any CodeEngine]

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

  /// Tries what lies between three finder patterns.
  func read(_ triple: FinderTriple, in luma: PixelBuffer) throws -> Outcome {
    let (fitted, attempts) = luma.withPicture { picture -> (QRFit.Fitted?, [Attempt]) in
      var fit = QRFit(picture: picture)
      guard let fitted = fit.lattice(of: triple), fitted.agreement > Self.leastAgreement else { return (nil, []) }
      return (fitted, Self.attempts(picture, fitted.lattice))
    }
    guard let fitted, let outline = fitted.lattice.corners else { return .nothing }
    var tried: Set<[Bool]> = []
    for attempt in attempts where tried.insert(attempt.dark).inserted {
      if let (code, engine) = try decode(attempt, outline) { return .read(code, attempt.lattice, engine: engine) }
    }
    return fitted.agreement > Self.certainAgreement ? .seen(outline) : .nothing
  }

  private struct Attempt {
    let lattice: QRLattice
    let dark: [Bool]
  }

  /// What the modules may be, the likeliest reading first: as flat as they look, then as bent as they may be; each as
  /// they are, and with blur taken back, first as it usually is, then as the code's own patterns tell it.
  private static func attempts(_ picture: ccodes_picture, _ lattice: QRLattice) -> [Attempt] {
    (lattice.bend == nil ? [nil, ModuleMesh(picture, lattice)] : [nil]).flatMap { mesh -> [Attempt] in
      guard let grid = ModuleGrid(picture, lattice, mesh: mesh) else { return [] }
      let readings: [(sharpening: Float, radius: Int)] = [(0, 6), (0.7, 6), (0.4, lattice.dimension), (1.2, 4)]
      let dark = readings.map { grid.sharpened($0.sharpening).darkModules(radius: $0.radius) }
      let equalized = ModuleEqualizer(grid).darkModules().map { [$0] } ?? []
      return (dark + equalized).map { Attempt(lattice: lattice, dark: $0) }
    }
  }

  private func decode(_ attempt: Attempt, _ outline: Corners) throws -> (EngineCode, engine: String)? {
    guard let engine = engines.first(where: { $0.readableTypes.contains(.qr) }) else { return nil }
    let picture = try ModuleGrid.picture(dimension: attempt.lattice.dimension, dark: attempt.dark)
    var options = EngineOptions()
    (options.thresholding, options.triesInverted, options.triesSmaller) = (.none, false, false)
    guard var code = try engine.scan(picture, types: [.qr], options: options).codes.first else { return nil }
    code.corners = code.corners.isMirrored ? outline.transposed : outline
    return (code, engine.name)
  }
}
