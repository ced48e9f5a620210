import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

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
  /// What may still be spent on what the first look left.
  private(set) var budget: WorkBudget
  private var pace = EnginePace()

  init(_ picture: PixelBuffer, plan: ScanPlan, engines: [any CodeEngine]) throws {
    (self.plan, self.engines, variants) = (plan, engines, try PictureVariants(picture))
    budget = WorkBudget(for: plan.effort, in: picture.dimensions)
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

  private mutating func measure<Result>(_ name: String, _ body: (inout Self) throws -> Result) throws -> Result {
    try WorkLimit.check()
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
    return !PlausibleTriples(among: try unusedPatterns(.half, .none, toWhole)).isEmpty
  }

  private func toWhole(from picture: PixelBuffer, margin: Int = 0) -> PictureTransform {
    let size = Size(width: Double(picture.width - 2 * margin), height: Double(picture.height - 2 * margin))
    return PictureTransform(
      from: Rect(origin: Point(x: Double(margin), y: Double(margin)), size: size),
      to: Rect(origin: .zero, size: variants.picture.dimensions.size))
  }

  private var progress: ScanProgress {
    ScanProgress(
      found: found.codes.count, unread: unread.count { !found.hasCode(at: $0.middle) })
  }

  private mutating func take(_ step: ScanStep) throws {
    switch step.reader {
    case .regions: try readRegions(step)
    case .engine(let name):
      guard let engine = engines.first(where: { $0.name == name }) else { return }
      let types = try mayCompareFinders(engine, step) ? step.types : step.types.subtracting(.withFinders)
      guard !types.isEmpty else { return }
      let picture = try variants.variant(step.size, step.treatment)
      let toWhole = toWhole(from: picture, margin: variants.margin(step.size, step.treatment))
      let findings = try pace.scan(picture, by: engine, types: types, options: options(for: step))
      for code in findings.codes { add(code, step, engine.name, toWhole) }
    }
  }

  /// Whether an engine can look for codes with finder patterns at a step, for what that may cost.
  private mutating func mayCompareFinders(_ engine: any CodeEngine, _ step: ScanStep) throws -> Bool {
    guard !step.types.isDisjoint(with: .withFinders) else { return true }
    let untreated: ScanStep.Treatment = step.treatment == .asTaken ? .asTaken : .none
    let dimensions = try variants.variant(step.size, untreated).dimensions
    guard try !crowd(step.size, untreated).isTooLarge(in: dimensions) else { return false }
    guard let engine = engine as? any FinderMatching else { return true }
    let samples = try engine.samplesOfMatching(
      crowd(step.size, step.treatment.searchedForFinders), in: dimensions)
    if step.isFirstLook {
      // It is always had. Where others look as well, what comes behind it has as much less, but most of what there is.
      if engines.count > 1 { budget.spend(min(samples, budget.left / 4)) }
      return true
    }
    guard budget.covers(samples) else { return false }
    budget.spend(samples)
    return true
  }

  /// How many finder patterns there are in a copy of the picture.
  private mutating func crowd(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) throws -> FinderCrowd {
    // A fast scan has no time to look at all of the picture for this.
    let isKnown = finders[PictureVariants.Key(size: size, treatment: treatment)] != nil
    guard plan.effort == .fast, !isKnown else { return try finders(size, treatment).crowd }
    return try FinderSearch.estimate(in: variants.variant(size, treatment))
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
  private mutating func readRegions(_ step: ScanStep) throws {
    guard budget.left > 0 else { return }
    // Copies of large pictures aren't kept: those that looking for patterns needs are gone before this one is made.
    _ = try finders(step.size, step.treatment)
    let picture = try variants.variant(step.size, step.treatment)
    let toWhole = toWhole(from: picture)
    var triples = PlausibleTriples(among: try unusedPatterns(step.size, step.treatment, toWhole))
    var attempts = 12
    var reader = QRRegionReader(engines: engines, budget: budget)
    defer { budget = reader.budget }
    // What comes later is worth as much as this, altogether.
    let kept = budget.left / 2
    while let triple = triples.next() {
      try WorkLimit.check()
      switch try reader.read(triple, in: picture) {
      case .read(let code, let lattice, let engine):
        add(code, step, engine, toWhole, lattice: lattice)
        triples.removeAll { found.hasCode(at: toWhole.apply($0.center)) }
      case .seen(let corners): unread.append(toWhole.apply(corners))
      case .nothing: break
      }
      attempts -= 1
      if attempts == 0 || reader.budget.left <= kept { return }
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
