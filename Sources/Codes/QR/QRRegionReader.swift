import OpenCaptureMediaSamples
import OpenCaptureMetadata

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

  /// Tries what lies between three finder patterns: as flat as it looks, then, where it is a code for certain, as
  /// crumpled as it may be.
  func read(_ triple: FinderTriple, in luma: PixelBuffer) throws -> Outcome {
    let fitted = luma.withPicture { picture -> QRFit.Fitted? in
      var fit = QRFit(picture: picture)
      return fit.lattice(of: triple)
    }
    guard let fitted, fitted.agreement > Self.leastAgreement, let outline = fitted.lattice.corners
    else { return .nothing }
    let (lattice, isCertain) = (fitted.lattice, fitted.agreement > Self.certainAgreement)
    var tried: Set<[Bool]> = []
    for isCrumpled in isCertain && lattice.bend == nil ? [false, true] : [false] {
      let grid = luma.withPicture { picture in
        ModuleGrid(picture, lattice, mesh: isCrumpled ? ModuleMesh(picture, lattice) : nil)
      }
      if let grid, let (code, engine) = try read(grid, outline, &tried) {
        return .read(code, lattice, engine: engine)
      }
    }
    return isCertain ? .seen(outline) : .nothing
  }

  /// Tries what modules may be: as they are, and with blur taken back, first as it usually is, then as the code's own
  /// patterns tell it.
  private func read(
    _ grid: ModuleGrid, _ outline: Corners, _ tried: inout Set<[Bool]>
  ) throws -> (EngineCode, engine: String)? {
    for dark in grid.readings where tried.insert(dark).inserted {
      if let read = try decode(dark, grid.dimension, outline) { return read }
    }
    guard let dark = ModuleEqualizer(grid).darkModules(), tried.insert(dark).inserted else { return nil }
    return try decode(dark, grid.dimension, outline)
  }

  private func decode(
    _ dark: [Bool], _ dimension: Int, _ outline: Corners
  ) throws -> (EngineCode, engine: String)? {
    guard let engine = engines.first(where: { $0.readableTypes.contains(.qr) }) else { return nil }
    let picture = try ModuleGrid.picture(dimension: dimension, dark: dark)
    var options = EngineOptions()
    (options.thresholding, options.triesInverted, options.triesSmaller) = (.none, false, false)
    guard var code = try engine.scan(picture, types: [.qr], options: options).codes.first else { return nil }
    code.corners = code.corners.isMirrored ? outline.transposed : outline
    return (code, engine.name)
  }
}
