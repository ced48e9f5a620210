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
  /// The finder patterns in the copies of the picture that were looked at for them.
  private var finders: [PictureVariants.Key: FinderSearch] = [:]
  private var passes: [ScanReport.Pass] = []

  init(_ picture: PixelBuffer, plan: ScanPlan, engines: [any CodeEngine]) throws(MediaError) {
    (self.plan, self.engines, variants) = (plan, engines, try PictureVariants(picture))
  }

  /// Looks for codes.
  ///
  /// - Returns: What was found, in pixels of the picture, and what each step took and gave.
  mutating func run() throws -> (codes: [FoundCode], passes: [ScanReport.Pass]) {
    if try !isFirstLookEnough() {
      for step in plan.steps
      where ScanPlan.isDue(step, after: progress, in: variants.picture.dimensions, isCalmed: variants.isCalmed) {
        try measure(step)
      }
    }
    try measure("corners") { search in try search.refineCorners() }
    return (found.codes, passes)
  }

  private mutating func measure(_ step: ScanStep) throws {
    try measure(step.name) { search in try search.take(step) }
  }

  private mutating func measure<Result>(_ name: String, _ body: (inout Self) throws -> Result) rethrows -> Result {
    let (start, count) = (ContinuousClock.now, found.codes.count)
    let result = try body(&self)
    passes.append(ScanReport.Pass(name: name, duration: .now - start, codesFound: found.codes.count - count))
    return result
  }

  /// Whether all codes of a large picture are read in a small copy of it: nothing in one twice as large, in which small
  /// codes can be seen if not read, looks like another.
  private mutating func isFirstLookEnough() throws -> Bool {
    guard let step = plan.firstLook(at: variants.picture.dimensions) else { return false }
    try measure(step)
    guard !found.codes.isEmpty else { return false }
    return try !measure("patterns ½") { search in try search.seesMore() }
  }

  private mutating func seesMore() throws -> Bool {
    let toWhole = toWhole(from: try variants.variant(.half, .none))
    return !FinderTriple.plausible(among: try unusedPatterns(.half, .none, toWhole)).isEmpty
  }

  private func toWhole(from picture: PixelBuffer) -> PictureTransform {
    PictureTransform(
      from: Rect(origin: .zero, size: picture.dimensions.size),
      to: Rect(origin: .zero, size: variants.picture.dimensions.size))
  }

  private var progress: ScanProgress {
    ScanProgress(
      found: found.codes.count, unread: unread.count { !found.hasCode(at: $0.middle) })
  }

  private mutating func take(_ step: ScanStep) throws {
    let picture = try variants.variant(step.size, step.treatment)
    let toWhole = toWhole(from: picture)
    switch step.reader {
    case .regions: try readRegions(of: picture, step, toWhole)
    case .engine(let name):
      guard let engine = engines.first(where: { $0.name == name }) else { return }
      let types = try isCrowded(for: step) ? step.types.subtracting(MetadataObjectType.withFinders) : step.types
      guard !types.isEmpty else { return }
      let findings = try engine.scan(picture, types: types, options: options(for: step))
      for code in findings.codes { add(code, step, engine.name, toWhole) }
    }
  }

  /// Whether what a step looks at is so full of finder patterns that an engine would take forever.
  private mutating func isCrowded(for step: ScanStep) throws -> Bool {
    guard !step.types.isDisjoint(with: MetadataObjectType.withFinders) else { return false }
    let picture = try variants.variant(step.size, .none)
    // A fast scan has no time to look at all of the picture for this.
    let isKnown = finders[PictureVariants.Key(size: step.size, treatment: .none)] != nil
    let count = try plan.isFast && !isKnown ? FinderSearch.estimate(in: picture) : finders(step.size, .none).count
    return FinderSearch.isCrowded(count, in: picture.dimensions)
  }

  private mutating func finders(
    _ size: ScanStep.Size, _ treatment: ScanStep.Treatment
  ) throws(MediaError) -> FinderSearch {
    let key = PictureVariants.Key(size: size, treatment: treatment)
    if let known = finders[key] { return known }
    let search = try FinderSearch(in: variants.variant(size, treatment))
    finders[key] = search
    return search
  }

  /// The finder patterns in a copy of the picture that are part of no code yet.
  private mutating func unusedPatterns(
    _ size: ScanStep.Size, _ treatment: ScanStep.Treatment, _ toWhole: PictureTransform
  ) throws(MediaError) -> [FinderPattern] {
    try finders(size, treatment).patterns.filter { !found.hasCode(at: toWhole.apply($0.center)) }
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
    let unused = try unusedPatterns(step.size, step.treatment, toWhole)
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

  /// Moves the corners of QR codes to where the edges of their modules are, those of linear ones to where bars end, and
  /// none of them beyond the picture.
  private mutating func refineCorners() throws {
    let picture = variants.picture
    let patterns = finders[PictureVariants.Key(size: .whole, treatment: .none)]?.patterns ?? []
    let whole = Rect(origin: .zero, size: picture.dimensions.size)
    for index in found.codes.indices {
      let (code, dimension) = (found.codes[index].code, found.codes[index].dimension)
      var refined = code
      if code.type == .qr {
        refined = picture.withPicture {
          CornerRefinement(picture: $0, patterns: patterns).refined(code, dimension: dimension)
        }
      } else if code.type.isLinear {
        let darkOnLight = code.isInverted ? try variants.variant(.whole, .inverted) : picture
        refined.corners = darkOnLight.withPicture {
          LinearOutline(picture: $0).corners(of: code.corners, canBeStacked: code.type.canBeStacked)
        }
      }
      refined.corners = refined.corners.clipped(to: whole)
      found.codes[index].code = refined
    }
  }
}
