import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem

/// A search for codes in one picture that executes the steps of a plan.
struct CodeSearch {
  /// The plans in order; the first one is for the types that are searched for in depth.
  private let plans: [ScanPlan]
  private let effort: ScanEffort
  private let engines: [any CodeEngine]
  private var variants: PictureVariants
  private var found = DetectedCodes()
  /// The corners of codes that were located but not decoded.
  private var undecodedCodes: [Corners] = []
  /// The sampled modules of codes that were located but not decoded, in pixels of the picture.
  private(set) var unreadCodes: [UnreadCode] = []
  /// The finder patterns of each searched copy of the picture.
  private var finders: [PictureVariants.Key: FinderSearch] = [:]
  /// The regions of parallel bars, once they were searched for.
  private var barRegions: [BarRegion]?
  private var passes: [ScanReport.Pass] = []
  /// The remaining budget for work after the first pass.
  private(set) var budget: WorkBudget
  private var timing = EngineTiming()

  /// Makes a search that executes plans of the same effort.
  init(_ picture: PixelBuffer, plans: [ScanPlan], effort: ScanEffort, engines: [any CodeEngine]) throws {
    self.plans = plans
    self.effort = effort
    self.engines = engines
    variants = try PictureVariants(picture)
    budget = WorkBudget(for: effort, in: picture.dimensions)
  }

  /// Executes the search and returns the codes, in pixels of the picture, with the passes.
  mutating func run() throws -> (codes: [DetectedCode], passes: [ScanReport.Pass]) {
    for (index, plan) in plans.enumerated() {
      if try index == 0 && isFirstPassSufficient(of: plan) { continue }
      try execute(plan)
    }
    try measure("corners") { search in try search.refineCorners() }
    found.removeParts(undecodedCodes: undecodedCodes)
    removeContradictions()
    return (found.codes, passes)
  }

  private mutating func execute(_ plan: ScanPlan) throws {
    let picture = variants.picture.dimensions
    for step in plan.steps
    where ScanPlan.isDue(
      step, after: progress(of: plan), in: picture, isDenoised: variants.isDenoised,
      isDrawing: step.condition == .nothingFoundInDrawing && variants.isDrawing)
    {
      try measure(step)
    }
  }

  private mutating func measure(_ step: ScanStep) throws {
    try measure(step.name) { search in try search.execute(step) }
  }

  private mutating func measure<Result>(_ name: String, _ body: (inout Self) throws -> Result) throws -> Result {
    try WorkLimit.check()
    let start = ContinuousClock.now
    let count = found.codes.count
    let result = try body(&self)
    passes.append(ScanReport.Pass(name: name, duration: .now - start, codesFound: found.codes.count - count))
    return result
  }

  /// Reads a small copy of a large picture and returns whether that found all codes.
  ///
  /// A copy twice as large still shows the finder patterns of small codes, readable or not. The search ends if it
  /// has no further patterns.
  private mutating func isFirstPassSufficient(of plan: ScanPlan) throws -> Bool {
    guard let step = plan.firstPass(at: variants.picture.dimensions) else { return false }
    try measure(step)
    guard !found.codes.isEmpty else { return false }
    return try measure("patterns ½") { search in
      let toWhole = search.toWhole(from: try search.variants.variant(.half, .none))
      let patterns = try search.unusedPatterns(.half, .none, toWhole)
      return try TripleCandidates(among: patterns).isEmpty && !search.hasPair(among: patterns, .half)
    }
  }

  /// Returns whether two of the finder patterns certainly belong to a code.
  private mutating func hasPair(among patterns: [FinderPattern], _ size: ScanStep.Size) throws -> Bool {
    let picture = try variants.variant(size, .none)
    var reader = QRRegionReader(engines: engines, budget: budget)
    defer { budget = reader.budget }
    let pairs = FinderPair.pairs(among: reader.frames(of: patterns, in: picture))
    return pairs.prefix(Self.attemptLimit).contains { reader.isCode($0, in: picture) }
  }

  private func toWhole(from picture: PixelBuffer, margin: Int = 0) -> PictureTransform {
    let size = Size(width: Double(picture.width - 2 * margin), height: Double(picture.height - 2 * margin))
    return PictureTransform(
      from: Rect(origin: Point(x: Double(margin), y: Double(margin)), size: size),
      to: Rect(origin: .zero, size: variants.picture.dimensions.size))
  }

  /// Returns the progress of a plan; codes of other types don't count.
  private func progress(of plan: ScanPlan) -> ScanProgress {
    ScanProgress(
      found: found.codes.count { plan.types.contains($0.code.type) }, foundOfAnyType: found.codes.count,
      undecodedCodes: plan.types.contains(.qr) ? undecodedCodes.count { !found.hasCode(at: $0.middle) } : 0)
  }

  private mutating func execute(_ step: ScanStep) throws {
    switch step.reader {
    case .regions: try readRegions(step)
    case .uprightBars: try readUprightBars(step)
    case .blurredBars: try readBlurredBars(step)
    case .engine(let name):
      guard let engine = engines.first(where: { $0.name == name }) else { return }
      let types = try spendCostOfFinders(engine, step) ? step.types : step.types.subtracting(.withFinderPatterns)
      guard !types.isEmpty else { return }
      let picture = try variants.variant(step.size, step.treatment)
      let toWhole = toWhole(from: picture, margin: variants.margin(step.size, step.treatment))
      let findings = try timing.scan(picture, by: engine, types: types, options: options(for: step))
      for code in findings.codes { add(code, step, engine.name, toWhole) }
    }
  }

  /// Returns whether an engine may search for codes with finder patterns in a step, and spends the cost.
  private mutating func spendCostOfFinders(_ engine: any CodeEngine, _ step: ScanStep) throws -> Bool {
    guard !step.types.isDisjoint(with: .withFinderPatterns) else { return true }
    let untreated: ScanStep.Treatment = step.treatment == .withoutDenoising ? .withoutDenoising : .none
    let dimensions = try variants.variant(step.size, untreated).dimensions
    guard try !crowd(step.size, untreated).exceedsLimit(in: dimensions) else { return false }
    guard let engine = engine as? any FinderCostEstimating else { return true }
    let samples = try engine.matchingCost(crowd(step.size, step.treatment.equivalentForFinders), in: dimensions)
    if step.isFirstPass {
      // The first pass is always executed. With several engines it is charged up to a quarter of the budget.
      if engines.count > 1 { budget.spend(min(samples, budget.left / 4)) }
      return true
    }
    return budget.spendIfCovered(samples)
  }

  /// Returns the statistics of finder patterns in a copy of the picture.
  private mutating func crowd(_ size: ScanStep.Size, _ treatment: ScanStep.Treatment) throws -> FinderStatistics {
    // A fast scan has no time for a full search, so it estimates.
    let isKnown = finders[PictureVariants.Key(size: size, treatment: treatment)] != nil
    guard effort == .fast, !isKnown else { return try finders(size, treatment).crowd }
    return try FinderSearch.estimate(in: variants.variant(size, treatment))
  }

  private mutating func finders(
    _ size: ScanStep.Size, _ treatment: ScanStep.Treatment
  ) throws(MediaError) -> FinderSearch {
    let key = PictureVariants.Key(size: size, treatment: treatment)
    if let known = finders[key] { return known }
    // A second threshold is too slow for the whole picture.
    let isThorough = effort != .fast && size != .whole && treatment == .none
    let search = try FinderSearch(in: variants.variant(size, treatment), isThorough: isThorough)
    finders[key] = search
    return search
  }

  /// Returns the finder patterns in a copy of the picture that belong to no decoded code.
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
    _ code: EngineCode, _ step: ScanStep, _ engine: String, _ toWhole: PictureTransform, dimension: Int? = nil
  ) {
    var code = code
    code.corners = toWhole.apply(code.corners)
    found.insert(DetectedCode(code: code, engine: engine, pass: step.name, dimension: dimension))
  }

  /// Tries to read codes between finder patterns that belong to no decoded code.
  private mutating func readRegions(_ step: ScanStep) throws {
    guard budget.left > 0 else { return }
    // Large copies aren't kept. Search for patterns first, so that the copies it needs are released before the
    // next.
    _ = try finders(step.size, step.treatment)
    let picture = try variants.variant(step.size, step.treatment)
    let toWhole = toWhole(from: picture)
    var reader = QRRegionReader(engines: engines, budget: budget)
    defer {
      budget = reader.budget
      unreadCodes += reader.unread.map { $0.transformed(by: toWhole) }
    }
    // Keep half of the budget for later steps.
    let kept = budget.left / 2
    let frames =
      step.treatment == .none
      ? reader.frames(of: try unusedPatterns(step.size, step.treatment, toWhole), in: picture) : []
    for triple in FrameTriple.triples(among: frames).prefix(Self.attemptLimit) {
      guard reader.budget.left > kept else { break }
      try WorkLimit.check()
      guard triple.centers.allSatisfy({ !found.hasCode(at: toWhole.apply($0)) }) else { continue }
      _ = add(try reader.read(triple, in: picture), step, toWhole)
    }
    let seenBefore = undecodedCodes.count
    var triples = TripleCandidates(among: try unusedPatterns(step.size, step.treatment, toWhole))
    for _ in 0..<Self.attemptLimit {
      guard reader.budget.left > kept, let triple = triples.next() else { break }
      try WorkLimit.check()
      if add(try reader.read(triple, in: picture), step, toWhole) {
        triples.removeAll { found.hasCode(at: toWhole.apply($0.center)) }
      }
    }
    guard step.treatment == .none, reader.budget.left > kept else { return }
    let unused = frames.filter { frame in
      let place = toWhole.apply(frame.center)
      return !found.hasCode(at: place) && !undecodedCodes[seenBefore...].contains { $0.contains(place) }
    }
    for pair in FinderPair.pairs(among: unused).prefix(Self.attemptLimit) {
      guard reader.budget.left > kept else { return }
      try WorkLimit.check()
      guard pair.centers.allSatisfy({ !found.hasCode(at: toWhole.apply($0)) }) else { continue }
      _ = add(try reader.read(pair, in: picture), step, toWhole)
    }
  }

  /// The number of groups of finder patterns that are tried in a step.
  private static let attemptLimit = 12

  /// Records the outcome of an attempt and returns whether a code was read.
  private mutating func add(
    _ outcome: QRRegionReader.Outcome, _ step: ScanStep, _ toWhole: PictureTransform
  ) -> Bool {
    switch outcome {
    case .read(let code, let dimension, let engine):
      add(code, step, engine, toWhole, dimension: dimension)
      return true
    case .seen(let corners):
      undecodedCodes.append(toWhole.apply(corners))
      return false
    case .nothing: return false
    }
  }

  /// Returns the picture in which bars are searched for: a smaller copy if it is large.
  private mutating func pictureOfBars() throws(MediaError) -> PixelBuffer {
    let pixelCount = variants.picture.width * variants.picture.height
    let small: ScanStep.Size = pixelCount < 2_000_000 ? .whole : pixelCount < 8_000_000 ? .half : .quarter
    let size = ScanPlan.fits(small, variants.picture.dimensions) ? small : .whole
    return try variants.variant(size, variants.isDenoised ? .withoutDenoising : .none)
  }

  /// Returns the regions of parallel bars, the largest ones first.
  private mutating func regionsOfBars(in picture: PixelBuffer) -> [BarRegion] {
    if let regions = barRegions { return regions }
    let regions = picture.withPicture(BarRegion.regions)
    barRegions = regions
    return regions
  }

  /// The number of regions of bars of which copies are searched.
  private static let uprightRegionLimit = 4

  /// Tries to read linear codes that are neither upright nor lying, or small.
  private mutating func readUprightBars(_ step: ScanStep) throws {
    let picture = try pictureOfBars()
    let toWhole = toWhole(from: picture)
    // No other step reads turned codes.
    let all = regionsOfBars(in: picture)
    let regions =
      all.filter(\.isTurned).prefix(Self.uprightRegionLimit)
      + all.filter { !$0.isTurned }.prefix(Self.uprightRegionLimit)
    for region in regions where !found.hasCode(at: toWhole.apply(region.middle.middle)) {
      try WorkLimit.check()
      guard let bars = try UprightBars(region, of: picture) else { continue }
      let codes = try bars.codes(types: step.types, engines: engines) { pixelCount in
        budget.spendIfCovered(pixelCount, forCode: true)
      }
      for code in codes where !bars.contradict(code.code) { add(code.code, step, code.engine, toWhole) }
    }
  }

  /// Tries to read linear codes with blurred bars.
  private mutating func readBlurredBars(_ step: ScanStep) throws {
    let picture = try pictureOfBars()
    let toWhole = toWhole(from: picture)
    let profiles = ProfileReader(types: step.types, engines: engines)
    let regions = regionsOfBars(in: picture)
    let (codes, budget) = picture.withPicture { [budget] picture in
      var reader = BlurredCodeReader(picture, reader: profiles, budget: budget)
      let codes = reader.codes(in: regions)
      return (codes, reader.budget)
    }
    self.budget = budget
    for code in codes { add(code, step, ScanStep.blurredBarsName, toWhole) }
  }

  /// Removes EAN-13 and UPC-A codes that another one in the same place contradicts and that the bars do not show.
  private mutating func removeContradictions() {
    let codes = found.codes
    let profiles = ProfileReader(types: [.ean13], engines: [])
    found.codes.removeAll { code in
      guard codes.contains(where: { $0.contradicts(code) }) else { return false }
      let reading = variants.picture.withPicture { profiles.fittedReading($0, at: code.code.corners) }
      return reading?.bytes != code.code.retailDigits
    }
  }

  /// Moves corners to the edges of modules or the ends of bars, clips them to the picture, and removes parts of codes.
  private mutating func refineCorners() throws {
    let picture = variants.picture
    let patterns = finders[PictureVariants.Key(size: .whole, treatment: .none)]?.patterns ?? []
    let whole = Rect(origin: .zero, size: picture.dimensions.size)
    found.codes = try found.codes.compactMap { found in
      try WorkLimit.check()
      let code = found.code
      var refined: EngineCode? = code
      if code.type == .qr {
        refined = picture.withPicture {
          CornerRefinement(picture: $0, patterns: patterns).refined(code, dimension: found.dimension)
        }
      } else if code.type.isLinear, found.engine != ScanStep.blurredBarsName {
        // The fit of blurred bars is more exact than their edges.
        let darkOnLight = code.isInverted ? try variants.variant(.whole, .inverted) : picture
        refined = darkOnLight.withPicture { LinearOutline(picture: $0).refined(code) }
      }
      guard var refined else { return nil }
      refined.corners = refined.corners.clipped(to: whole)
      var found = found
      found.code = refined
      return found
    }
  }
}
