import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Takes the steps of a plan over one picture.
struct CodeSearch {
  private let plan: ScanPlan
  private let engines: [any CodeEngine]
  private var variants: PictureVariants
  private var found = FoundCodes()
  /// Where codes are seen that are not read.
  private var unread: [Corners] = []
  /// The finder patterns in the picture itself.
  private var patterns: [FinderPattern] = []

  init(_ picture: PixelBuffer, plan: ScanPlan, engines: [any CodeEngine]) throws(MediaError) {
    (self.plan, self.engines, variants) = (plan, engines, try PictureVariants(picture))
  }

  /// Looks for codes.
  ///
  /// - Returns: What was found, in pixels of the picture, and what each step took and gave.
  mutating func run() throws -> (codes: [FoundCode], passes: [ScanReport.Pass]) {
    var passes: [ScanReport.Pass] = []
    let clock = ContinuousClock()
    for step in plan.steps
    where ScanPlan.isDue(step, after: progress, in: variants.picture.dimensions, isCalmed: variants.isCalmed) {
      let (start, count) = (clock.now, found.codes.count)
      try take(step)
      passes.append(
        ScanReport.Pass(name: step.name, duration: clock.now - start, codesFound: found.codes.count - count))
    }
    let start = clock.now
    refineCorners()
    passes.append(ScanReport.Pass(name: "corners", duration: clock.now - start, codesFound: 0))
    return (found.codes, passes)
  }

  private var progress: ScanProgress {
    ScanProgress(
      found: found.codes.count, unread: unread.count { !found.hasCode(at: $0.middle) })
  }

  private mutating func take(_ step: ScanStep) throws {
    let picture = try variants.variant(step.size, step.treatment)
    let toWhole = PictureTransform(
      from: Rect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height)),
      to: Rect(origin: .zero, size: variants.picture.dimensions.size))
    switch step.reader {
    case .regions: try readRegions(of: picture, step, toWhole)
    case .engine(let name):
      guard let engine = engines.first(where: { $0.name == name }) else { return }
      let findings = try engine.scan(picture, types: step.types, options: options(for: step))
      for code in findings.codes { add(code, step, engine.name, toWhole) }
    }
  }

  private func options(for step: ScanStep) -> EngineOptions {
    var options = EngineOptions()
    if step.treatment == .cleaned || step.treatment == .thresholded { options.thresholding = .none }
    return options
  }

  private mutating func add(
    _ code: EngineCode, _ step: ScanStep, _ engine: String, _ toWhole: PictureTransform, lattice: QRLattice? = nil
  ) {
    var code = code
    code.corners = toWhole.apply(code.corners)
    found.insert(FoundCode(code: code, engine: engine, pass: step.name, dimension: lattice?.dimension))
  }

  /// Tries what lies between finder patterns that are part of no code yet.
  private mutating func readRegions(of picture: PixelBuffer, _ step: ScanStep, _ toWhole: PictureTransform) throws {
    let patterns = try FinderSearch.patterns(in: picture)
    if step.size == .whole, step.treatment == .none { self.patterns = patterns }
    let unused = patterns.filter { !found.hasCode(at: toWhole.apply($0.center)) }
    var attempts = 12
    let reader = QRRegionReader(engines: engines)
    for triple in FinderTriple.plausible(among: unused)
    where !triple.centers.contains(where: { found.hasCode(at: toWhole.apply($0)) }) {
      switch try reader.read(triple, in: picture) {
      case .read(let code, let lattice, let engine): add(code, step, engine, toWhole, lattice: lattice)
      case .seen(let corners): unread.append(toWhole.apply(corners))
      case .nothing: break
      }
      attempts -= 1
      if attempts == 0 { return }
    }
  }

  /// Moves the corners of QR codes to where the edges of their modules are, those of linear ones to where bars end.
  private mutating func refineCorners() {
    let (picture, patterns) = (variants.picture, patterns)
    found.codes = picture.withPicture { picture in
      let refinement = CornerRefinement(picture: picture, patterns: patterns)
      return found.codes.map { found in
        var found = found
        if found.code.type == .qr {
          found.code = refinement.refined(found.code, dimension: found.dimension)
        } else if found.code.type.isLinear {
          found.code.corners = LinearOutline(picture: picture).corners(of: found.code.corners)
        }
        return found
      }
    }
  }
}
