import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The ordered steps of a scan; the most productive ones for their cost are first.
///
/// The order was measured on photographs. One pass of an engine over the whole picture reads five of six codes.
/// Most of the others have finder patterns that are visible in the picture, or in a smaller copy with less noise
/// and texture. In large pictures most codes are large, and a smaller copy is enough.
///
/// The order of the engines is their rank. The best engine that reads a type leads: it makes most passes for the
/// type. Each other engine that reads it makes a few passes for codes that were missed.
struct ScanPlan: Sendable {
  /// The properties of an engine that a plan depends on.
  struct Engine: Sendable {
    var name: String
    var types: Set<MetadataObjectType>
  }

  let steps: [ScanStep]
  /// The types whose codes end the search.
  let types: Set<MetadataObjectType>
  /// The reader for a small copy of a large picture; nil if that could miss codes or if time doesn't matter.
  private let firstReader: ScanStep.Reader?

  /// Plans a scan for the given types and engines, the best engine first.
  init(effort: ScanEffort, types: Set<MetadataObjectType>, engines: [Engine]) {
    var builder = Builder(types: types, engines: engines)
    builder.addFirstPass(effort)
    if effort != .fast {
      builder.addRetries()
      builder.addOtherEngines()
      builder.addBorder()
    }
    if effort == .thorough { builder.addAllPasses() }
    if effort != .fast {
      builder.addFinalPasses()
      builder.addBars()
    }
    // Only QR codes have patterns that reveal codes not yet read.
    let usesFirstReader = types == [.qr] && effort != .thorough
    self.init(
      steps: builder.steps, types: types,
      firstReader: usesFirstReader ? builder.steps.first?.reader : nil)
  }

  /// The longest side of a picture that can be scaled, and of its copy, in pixels.
  private static let largestSide = 32_768.0
  /// The number of pixels up to which a picture probably shows little else than a code, and all passes are cheap.
  private static let smallPicture = 400 * 400
  /// The number of pixels from which a small copy precedes all steps.
  private static let largePicture = 3_000_000

  /// Plans a scan and the passes for secondary types, which take about a fifth of the time of a scan for QR codes.
  ///
  /// The best engine for each secondary type searches a copy of half the size once. A small picture gets the passes
  /// that read codes in small pictures of the corpus: those without a copy of half the size. Borders are for drawings.
  static func plans(
    effort: ScanEffort, types: Set<MetadataObjectType>, secondary: Set<MetadataObjectType>, engines: [Engine],
    in picture: VideoDimensions
  ) -> [ScanPlan] {
    let pixelCount = picture.width * picture.height
    guard !secondary.isEmpty else { return [ScanPlan(effort: effort, types: types, engines: engines)] }
    guard effort != .thorough else {
      return [types, secondary].map { ScanPlan(effort: effort, types: $0, engines: engines) }
    }
    var builder = Builder(types: secondary, engines: engines)
    if pixelCount > smallPicture {
      builder.addSecondaryPasses()
      if effort != .fast { builder.addUprightBars(.nothingFoundAtAll) }
    } else {
      builder.addFirstPass(effort)
      if effort != .fast {
        builder.addPassesForSmallPictures()
        builder.addBorder(.nothingFoundInDrawing)
        builder.addBars()
      }
    }
    return [
      ScanPlan(effort: effort, types: types, engines: engines),
      ScanPlan(steps: builder.steps, types: secondary, firstReader: nil),
    ]
  }

  private init(steps: [ScanStep], types: Set<MetadataObjectType>, firstReader: ScanStep.Reader?) {
    self.steps = steps
    self.types = types
    self.firstReader = firstReader
  }

  /// Returns a pass over a small copy that precedes the steps for a large picture.
  func firstPass(at picture: VideoDimensions) -> ScanStep? {
    let pixelCount = picture.width * picture.height
    let size: ScanStep.Size = pixelCount < 8_000_000 ? .half : .quarter
    guard let firstReader, pixelCount >= Self.largePicture, Self.fits(size, picture) else { return nil }
    return ScanStep(reader: firstReader, size: size, condition: .always, types: [.qr], isFirstPass: true)
  }

  /// Returns whether a step should be executed on a picture from which noise may have been removed.
  static func isDue(
    _ step: ScanStep, after progress: ScanProgress, in picture: VideoDimensions, isDenoised: Bool = false,
    isDrawing: Bool = false
  ) -> Bool {
    guard isDenoised || step.treatment != .withoutDenoising, fits(step.size, picture) else { return false }
    // If a code fills a larger picture, its modules are already larger than a pixel.
    if step.treatment.hasBorder, step.size == .double, min(picture.width, picture.height) > 256 { return false }
    return switch step.condition {
    case .always: true
    case .unfinished: !progress.isFinished
    case .nothingFound: progress.found == 0
    case .nothingFoundAtAll: progress.foundOfAnyType == 0
    case .nothingFoundInDrawing: progress.found == 0 && isDrawing
    }
  }

  /// Returns whether a copy of this size has room for a code and isn't an enlargement of a large picture.
  static func fits(_ size: ScanStep.Size, _ picture: VideoDimensions) -> Bool {
    let longest = max(Double(picture.width) * max(1, size.scale.x), Double(picture.height) * max(1, size.scale.y))
    guard size == .whole || longest <= largestSide else { return false }
    let side = min(picture.width, picture.height)
    return switch size {
    case .quarter: side >= 384
    case .half: side >= 128
    case .whole: true
    case .double: picture.width * picture.height < 1_500_000
    case .acrossBars: picture.width <= 4096 && picture.height >= 64
    case .alongBars: picture.height <= 4096 && picture.width >= 64
    }
  }
}

/// The progress of a scan.
struct ScanProgress: Sendable {
  /// The number of decoded codes of the plan's types.
  var found = 0
  /// The number of decoded codes of any type.
  var foundOfAnyType = 0
  /// The number of codes that were located but not decoded.
  var undecodedCodes = 0

  /// Whether codes were found and none is left to decode.
  var isFinished: Bool { found > 0 && undecodedCodes == 0 }
}

extension ScanPlan {
  private struct Builder {
    /// An engine and the requested types that it reads.
    private struct RankedEngine {
      let reader: ScanStep.Reader
      let types: Set<MetadataObjectType>
      /// The types that no better engine reads.
      let leadingTypes: Set<MetadataObjectType>
    }

    private let types: Set<MetadataObjectType>
    /// The engines that read a requested type, the best one first.
    private let engines: [RankedEngine]
    private(set) var steps: [ScanStep] = []

    init(types: Set<MetadataObjectType>, engines: [Engine]) {
      self.types = types
      var unread = types
      self.engines = engines.compactMap { engine in
        let readable = types.intersection(engine.types)
        guard !readable.isEmpty else { return nil }
        defer { unread.subtract(readable) }
        return RankedEngine(
          reader: .engine(engine.name), types: readable, leadingTypes: readable.intersection(unread))
      }
    }

    /// The engines that are the best ones for a type.
    private var leadingEngines: [RankedEngine] { engines.filter { !$0.leadingTypes.isEmpty } }

    /// The engines that read QR codes, the best one first.
    private var qrEngines: [RankedEngine] { engines.filter { $0.types.contains(.qr) } }

    mutating func addFirstPass(_ effort: ScanEffort) {
      steps = leadingEngines.map { engine in
        ScanStep(reader: engine.reader, condition: .always, types: engine.leadingTypes, isFirstPass: true)
      }
      if effort == .fast {
        addRegions(.half, condition: .nothingFound)
      } else {
        addRegions(.whole, condition: .always)
      }
    }

    /// Adds one pass of each leading engine over a copy of half the size.
    mutating func addSecondaryPasses() {
      for engine in leadingEngines { add(engine, .half, condition: .always, types: engine.leadingTypes) }
    }

    /// Adds passes for linear codes with few pixels, and a final pass of each engine.
    mutating func addPassesForSmallPictures() {
      for engine in leadingEngines {
        add(engine, .whole, .withoutDenoising, types: engine.leadingTypes)
        addPassesForBars(of: engine)
      }
      addFinalPasses()
    }

    mutating func addRetries() {
      for engine in leadingEngines { add(engine, .whole, .withoutDenoising, types: engine.leadingTypes) }
      if let engine = qrEngines.first { add(engine, .whole, .cleaned, types: [.qr]) }
      addRegions(.half)
      addRegions(.quarter)
      addRegions(.whole, .softened)
      addRegions(.half, .inverted)
      addRegions(.double)
      addPassesForOtherTypes()
    }

    /// Adds a pass for QR codes by each other engine, or more by the leading one if it is the only one.
    mutating func addOtherEngines() {
      let isOnlyOne = qrEngines.count == 1
      for engine in isOnlyOne ? qrEngines : Array(qrEngines.dropFirst()) {
        if isOnlyOne {
          add(engine, .half, .thresholded, types: [.qr])
          add(engine, .half, types: [.qr])
        }
        add(engine, .whole, .thresholded, types: [.qr])
      }
    }

    mutating func addAllPasses() {
      addRegions(.double, .softened)
      addRegions(.whole, .inverted)
      for (size, treatment) in [
        (.half, .softened), (.double, .softened), (.whole, .softened), (.whole, .thresholded), (.whole, .none),
        (.double, .none),
      ] as [(ScanStep.Size, ScanStep.Treatment)] {
        for engine in engines {
          let isRepeated = steps.contains {
            ($0.reader, $0.size, $0.treatment) == (engine.reader, size, treatment)
              && $0.types.isSuperset(of: engine.types)
          }
          if !isRepeated { add(engine, size, treatment, types: engine.types) }
        }
      }
    }

    /// Adds passes for codes without a quiet zone that fill the picture.
    ///
    /// A border can complete a code that is cut off by the edge of the picture. Therefore the passes search only
    /// for symbologies with check characters. QR codes need no quiet zone. Data Matrix codes are often engraved and
    /// thus light on dark.
    ///
    /// - Parameter condition: The condition for executing the passes.
    mutating func addBorder(_ condition: ScanStep.Condition = .nothingFound) {
      for engine in leadingEngines {
        let checked = engine.leadingTypes.subtracting(Self.unchecked).subtracting([.qr])
        let inverted = checked.intersection([.dataMatrix])
        add(engine, .whole, .bordered, condition: condition, types: checked)
        add(engine, .double, .bordered, condition: condition, types: checked)
        add(engine, .whole, .invertedBordered, condition: condition, types: inverted)
        add(engine, .double, .invertedBordered, condition: condition, types: inverted)
      }
    }

    /// Adds a final pass of each engine for the types that a better engine has searched for, unless only QR codes
    /// are requested.
    ///
    /// Nothing else reveals missed codes of types other than QR. The passes are last, so that they don't end the
    /// search for a code that was located. For symbologies with check characters they are always executed. For the
    /// others, which are misread more often, they are executed only if nothing was found.
    mutating func addFinalPasses() {
      guard types != [.qr] else { return }
      for engine in engines {
        let repeated = engine.types.subtracting(engine.leadingTypes)
        add(engine, condition: .always, types: repeated.subtracting(Self.unchecked))
        add(engine, condition: .nothingFound, types: repeated.intersection(Self.unchecked))
      }
    }

    /// Adds the readers of turned, small and blurred bars for codes that no engine has read.
    mutating func addBars() {
      addUprightBars()
      let blurred = types.intersection(ProfileReader.readableTypes)
      guard !blurred.isEmpty else { return }
      steps.append(ScanStep(reader: .blurredBars, condition: .nothingFound, types: blurred))
    }

    /// Adds the search for turned and small linear codes.
    ///
    /// - Parameter condition: The condition for executing it.
    mutating func addUprightBars(_ condition: ScanStep.Condition = .nothingFound) {
      let linear = types.filter(\.isLinear)
      guard !linear.isEmpty else { return }
      steps.append(ScanStep(reader: .uprightBars, condition: condition, types: linear))
    }

    /// The symbologies whose check character is optional.
    private static let unchecked: Set<MetadataObjectType> = [.itf, .code39, .codabar]

    private mutating func addRegions(
      _ size: ScanStep.Size, _ treatment: ScanStep.Treatment = .none, condition: ScanStep.Condition = .unfinished
    ) {
      guard !qrEngines.isEmpty else { return }
      steps.append(ScanStep(reader: .regions, size: size, treatment: treatment, condition: condition, types: [.qr]))
    }

    /// Adds a pass of an engine, unless it would have no types.
    private mutating func add(
      _ engine: RankedEngine, _ size: ScanStep.Size = .whole, _ treatment: ScanStep.Treatment = .none,
      condition: ScanStep.Condition = .unfinished, types: Set<MetadataObjectType>
    ) {
      guard !types.isEmpty else { return }
      steps.append(
        ScanStep(reader: engine.reader, size: size, treatment: treatment, condition: condition, types: types))
    }

    /// Adds further passes for types other than QR, and for linear codes with few pixels.
    private mutating func addPassesForOtherTypes() {
      for engine in leadingEngines {
        add(engine, .half, types: engine.leadingTypes.subtracting([.qr]))
        addPassesForBars(of: engine)
      }
    }

    private mutating func addPassesForBars(of engine: RankedEngine) {
      let linear = engine.leadingTypes.filter(\.isLinear)
      add(engine, .acrossBars, types: linear)
      add(engine, .alongBars, types: linear)
    }
  }
}
