import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Finds the corners of QR codes that were read, to a fraction of a pixel.
///
/// Engines tell them to a pixel or worse. What was read is a code for certain: its known patterns are laid over the
/// picture, and moved until they agree with it best.
struct CornerRefinement {
  let picture: ccodes_picture
  /// The finder patterns that were seen in the picture.
  let patterns: [FinderPattern]

  /// The code with its corners refined, where something better was found than the engine told, and with what its
  /// modules tell, where the engine told nothing.
  func refined(_ code: EngineCode, dimension: Int?) -> EngineCode {
    let told = code.corners
    let outline = told.isMirrored ? told.transposed : told
    guard let fitted = best(outline, dimensions(of: code, dimension)), fitted.agreement > 0.5,
      let corners = fitted.lattice.corners, Self.isClose(corners, outline)
    else { return code }
    var code = code
    code.corners = told.isMirrored ? corners.transposed : corners
    if code.descriptor?.symbolVersion == nil { describe(&code, fitted.lattice) }
    return code
  }

  /// Fills in what an engine doesn't tell.
  private func describe(_ code: inout EngineCode, _ lattice: QRLattice) {
    guard let grid = ModuleGrid(picture, lattice) else { return }
    let told = grid.readings.prefix(2).lazy.map { QRModules(dimension: lattice.dimension, dark: $0) }.compactMap {
      modules in modules.descriptor.map { (modules, $0) }
    }.first { _ in true }
    guard let (modules, told) = told else { return }
    var descriptor = told
    descriptor.isGS1 = code.descriptor?.isGS1
    descriptor.extendedChannelInterpretation = code.descriptor?.extendedChannelInterpretation
    code.descriptor = descriptor
    if code.text == nil, code.bytes.contains(where: { $0 >= 0x80 }), let segments = modules.segments {
      code.text = SegmentedText.decode(code.bytes, segments: segments)
    }
  }

  /// Nothing that is refined moves by more than a part of the code.
  private static func isClose(_ corners: Corners, _ others: Corners) -> Bool {
    let side = max(others.topLeft.distance(to: others.topRight), others.topLeft.distance(to: others.bottomLeft))
    return zip(corners, others).allSatisfy { $0.distance(to: $1) < side / 5 }
  }

  private func dimensions(of code: EngineCode, _ dimension: Int?) -> [Int] {
    if let dimension { return [dimension] }
    if let version = code.descriptor?.symbolVersion { return [17 + 4 * version] }
    return estimate(of: code.corners).map(QRFit.dimensions(near:)) ?? []
  }

  /// About how many modules there are along a side, by the finder patterns that lie in the code.
  private func estimate(of corners: Corners) -> Double? {
    guard let pattern = patterns.filter({ corners.contains($0.center) }).max(by: { $0.count < $1.count })
    else { return nil }
    let (right, down) = (corners.topRight - corners.topLeft, corners.bottomLeft - corners.topLeft)
    let lean = max(abs(right.x), abs(right.y)) / max(right.length, 1)
    return (right.length * down.length).squareRoot() / (pattern.moduleSize * lean)
  }

  private func best(_ outline: Corners, _ dimensions: [Int]) -> QRFit.Fitted? {
    var fit = QRFit(picture: picture)
    let lattices = dimensions.compactMap { QRLattice(dimension: $0, corners: outline) }
    guard lattices.count > 1 else { return lattices.first.map { fit.refined($0, reach: 0.6, isDense: false) } }
    let likely = lattices.map { (lattice: $0, agreement: fit.agreement($0)) }.sorted { $0.agreement > $1.agreement }
    return likely.prefix(3).map { fit.refined($0.lattice, reach: 0.6, isDense: false) }.max {
      $0.agreement < $1.agreement
    }
  }
}

extension Corners {
  /// The corners of a code whose rows and columns are exchanged.
  var transposed: Corners {
    Corners(topLeft: topLeft, bottomLeft: topRight, bottomRight: bottomRight, topRight: bottomLeft)
  }
}
