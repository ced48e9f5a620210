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

  /// Below this, what was laid over the picture is no code: what is none stays below 0.4.
  private static let leastAgreement = 0.45

  /// Tries what lies between three finder patterns.
  func read(_ triple: FinderTriple, in luma: PixelBuffer) throws -> Outcome {
    let (outline, attempts) = luma.withPicture { picture -> (Corners?, [Attempt]) in
      var fit = QRFit(picture: picture)
      guard let fitted = fit.lattice(of: triple), fitted.agreement > Self.leastAgreement else { return (nil, []) }
      return (fitted.lattice.corners, Self.attempts(picture, fitted.lattice))
    }
    guard let outline else { return .nothing }
    var tried: Set<[Bool]> = []
    for attempt in attempts where tried.insert(attempt.dark).inserted {
      if let (code, engine) = try decode(attempt, outline) { return .read(code, attempt.lattice, engine: engine) }
    }
    return .seen(outline)
  }

  private struct Attempt {
    let lattice: QRLattice
    let dark: [Bool]
  }

  /// What the modules may be, the likeliest reading first: as flat as they look, then as bent as they may be; each as
  /// they are, and with blur taken back.
  private static func attempts(_ picture: ccodes_picture, _ lattice: QRLattice) -> [Attempt] {
    [nil, ModuleMesh(picture, lattice)].flatMap { mesh -> [Attempt] in
      guard let grid = ModuleGrid(picture, lattice, mesh: mesh) else { return [] }
      let readings: [(sharpening: Float, radius: Int)] = [(0, 6), (0.7, 6), (0.4, lattice.dimension), (1.2, 4)]
      return readings.map { reading in
        Attempt(lattice: lattice, dark: grid.sharpened(reading.sharpening).darkModules(radius: reading.radius))
      }
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
