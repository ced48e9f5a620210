import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A refinement of the corners of decoded QR codes, to a fraction of a pixel.
///
/// Engines report corners with an error of a pixel or more. The function patterns of the code are known, so their
/// grid is moved until it agrees best with the picture.
struct CornerRefinement {
  let picture: ccodes_picture
  /// The finder patterns detected in the picture.
  let patterns: [FinderPattern]

  /// Returns the code with refined corners, if they agree better with the picture than those of the engine.
  ///
  /// A missing descriptor is derived from the modules.
  func refined(_ code: EngineCode, dimension: Int?) -> EngineCode {
    let reported = code.corners
    let outline = reported.isMirrored ? reported.transposed : reported
    guard let fitted = best(outline, dimensions(of: code, dimension)), fitted.agreement > 0.5,
      let corners = fitted.lattice.corners, Self.isClose(corners, outline)
    else { return code }
    var code = code
    code.corners = reported.isMirrored ? corners.transposed : corners
    if code.descriptor?.symbolVersion == nil { describe(&code, fitted.lattice) }
    return code
  }

  /// Adds the properties that an engine doesn't report.
  private func describe(_ code: inout EngineCode, _ lattice: QRLattice) {
    guard let grid = ModuleGrid(picture, lattice) else { return }
    let candidates = grid.readings.prefix(2).lazy.map { QRModules(dimension: lattice.dimension, dark: $0) }
    let described = candidates.compactMap { modules in modules.descriptor.map { (modules, $0) } }
    guard let (modules, derived) = described.first(where: { _ in true }) else { return }
    var descriptor = derived
    descriptor.isGS1 = code.descriptor?.isGS1
    descriptor.extendedChannelInterpretation = code.descriptor?.extendedChannelInterpretation
    code.descriptor = descriptor
    if code.text == nil, code.bytes.contains(where: { $0 >= 0x80 }), let segments = modules.segments {
      code.text = SegmentedText.decode(code.bytes, segments: segments)
    }
  }

  /// Returns whether no corner moved by more than a fifth of the code's side.
  private static func isClose(_ corners: Corners, _ others: Corners) -> Bool {
    let side = max(others.topLeft.distance(to: others.topRight), others.topLeft.distance(to: others.bottomLeft))
    return zip(corners, others).allSatisfy { $0.distance(to: $1) < side / 5 }
  }

  private func dimensions(of code: EngineCode, _ dimension: Int?) -> [Int] {
    if let dimension { return [dimension] }
    if let version = code.descriptor?.symbolVersion { return [17 + 4 * version] }
    return estimate(of: code.corners).map(QRFit.dimensions(near:)) ?? []
  }

  /// Returns the approximate number of modules along a side, derived from the finder patterns in the code.
  private func estimate(of corners: Corners) -> Double? {
    guard let pattern = patterns.filter({ corners.contains($0.center) }).max(by: { $0.count < $1.count })
    else { return nil }
    let right = corners.topRight - corners.topLeft
    let down = corners.bottomLeft - corners.topLeft
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
  /// The corners of a code with rows and columns exchanged.
  var transposed: Corners {
    Corners(topLeft: topLeft, bottomLeft: topRight, bottomRight: bottomRight, topRight: bottomLeft)
  }
}
