import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The ordered steps of a scan; the most productive ones for their cost are first.
///
/// The order was measured on photographs. One pass of an engine over the whole picture reads five of six codes.
/// Most of the others have finder patterns that are visible in the picture, or in a smaller copy with less noise
/// and texture. In large pictures most codes are large, and a smaller copy is enough.
struct ScanPlan: Sendable {
  /// The properties of an engine that a plan depends on.
  struct Engine: Sendable {
    var name: String
    var types: Set<MetadataObjectType>
  }

  let steps: [ScanStep]
  /// The effort of the scan.
  let effort: ScanEffort
  /// The reader for a small copy of a large picture; nil if that could miss codes or if time doesn't matter.
  private let firstReader: ScanStep.Reader?

  /// Plans a scan for the given types and engines, the best engine first.
  init(effort: ScanEffort, types: Set<MetadataObjectType>, engines: [Engine]) {
    var builder = Builder(types: types, engines: engines.filter { !$0.types.isDisjoint(with: types) })
    builder.addFirstPass(effort)
    if effort != .fast {
      builder.addRetries()
      builder.addOtherEngine()
      builder.addBorder()
    }
    if effort == .thorough { builder.addAllPasses() }
    if effort != .fast { builder.addFinalPass() }
    steps = builder.steps
    self.effort = effort
    // Only QR codes have patterns that reveal codes not yet read.
    firstReader = types == [.qr] && effort != .thorough ? steps.first?.reader : nil
  }

  /// Returns a pass over a small copy that precedes the steps for a large picture.
  func firstPass(at picture: VideoDimensions) -> ScanStep? {
    let pixelCount = picture.width * picture.height
    guard let firstReader, pixelCount >= 3_000_000 else { return nil }
    return ScanStep(
      reader: firstReader, size: pixelCount < 8_000_000 ? .half : .quarter, condition: .always, types: [.qr],
      isFirstPass: true)
  }

  /// Returns whether a step should be executed.
  ///
  /// - Parameter isDenoised: Whether noise was removed from the picture that steps use.
  static func isDue(
    _ step: ScanStep, after progress: ScanProgress, in picture: VideoDimensions, isDenoised: Bool = false
  ) -> Bool {
    guard isDenoised || step.treatment != .withoutDenoising, fits(step.size, picture, of: step.reader) else {
      return false
    }
    // If a code fills a larger picture, its modules are already larger than a pixel.
    if step.treatment.hasBorder, step.size == .double, min(picture.width, picture.height) > 256 { return false }
    return switch step.condition {
    case .always: true
    case .unfinished: !progress.isFinished
    case .nothingFound: progress.found == 0
    }
  }

  /// Returns whether a copy of this size is useful.
  ///
  /// It must have room for a code, and a large picture must not be enlarged.
  private static func fits(_ size: ScanStep.Size, _ picture: VideoDimensions, of reader: ScanStep.Reader) -> Bool {
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
  /// The number of decoded codes.
  var found = 0
  /// The number of codes that were located but not decoded.
  var undecodedCodes = 0

  /// Whether codes were found and none is left to decode.
  var isFinished: Bool { found > 0 && undecodedCodes == 0 }
}

extension ScanPlan {
  private struct Builder {
    let types: Set<MetadataObjectType>
    let engines: [Engine]
    var steps: [ScanStep] = []

    /// The first engine that can read QR codes, for passes that only one engine should do.
    private var qrEngine: Engine? { engines.first { $0.types.contains(.qr) } }

    private var seeksQR: Bool { types.contains(.qr) && qrEngine != nil }

    /// Returns the types for an engine's first pass: those that no preceding engine can read.
    private func firstTypes(of index: Int) -> Set<MetadataObjectType> {
      engines[..<index].reduce(types.intersection(engines[index].types)) { $0.subtracting($1.types) }
    }

    mutating func addFirstPass(_ effort: ScanEffort) {
      for (index, engine) in engines.enumerated() where !firstTypes(of: index).isEmpty {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), condition: .always, types: firstTypes(of: index), isFirstPass: true))
      }
      if effort == .fast {
        addRegions(.half, condition: .nothingFound)
      } else {
        addRegions(.whole, condition: .always)
      }
    }

    mutating func addRetries() {
      if seeksQR, let engine = qrEngine {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), treatment: .withoutDenoising, types: types.intersection(engine.types)))
        steps.append(ScanStep(reader: .engine(engine.name), treatment: .cleaned, types: [.qr]))
      } else if let engine = engines.first {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), treatment: .withoutDenoising, types: types.intersection(engine.types)))
      }
      addRegions(.half)
      addRegions(.quarter)
      addRegions(.whole, .softened)
      addRegions(.half, .inverted)
      addPassesForOtherTypes()
    }

    mutating func addOtherEngine() {
      guard seeksQR, let engine = engines.last(where: { $0.types.contains(.qr) }) else { return }
      for (size, treatment) in [(.half, .thresholded), (.half, .none), (.whole, .thresholded)]
        as [(ScanStep.Size, ScanStep.Treatment)]
      {
        steps.append(ScanStep(reader: .engine(engine.name), size: size, treatment: treatment, types: [.qr]))
      }
    }

    mutating func addAllPasses() {
      addRegions(.double)
      addRegions(.double, .softened)
      addRegions(.whole, .inverted)
      for (size, treatment) in [
        (.half, .softened), (.double, .softened), (.whole, .softened), (.whole, .thresholded), (.whole, .none),
        (.double, .none),
      ] as [(ScanStep.Size, ScanStep.Treatment)] {
        for engine in engines {
          let step = ScanStep(
            reader: .engine(engine.name), size: size, treatment: treatment,
            types: types.intersection(engine.types))
          if !steps.contains(where: { $0.looks(like: step) && $0.types.isSuperset(of: step.types) }) {
            steps.append(step)
          }
        }
      }
    }

    /// Adds passes for codes without a quiet zone that fill the picture.
    ///
    /// A border can complete a code that is cut off by the edge of the picture. Therefore the passes search only
    /// for symbologies with check characters. QR codes need no quiet zone. Data Matrix codes are often engraved and
    /// thus light on dark.
    mutating func addBorder() {
      guard let engine = engines.first else { return }
      let checked = types.intersection(engine.types).subtracting(Self.unchecked).subtracting([.qr])
      guard !checked.isEmpty else { return }
      let passes: [(ScanStep.Size, ScanStep.Treatment, Set<MetadataObjectType>)] = [
        (.whole, .bordered, checked), (.double, .bordered, checked),
        (.whole, .invertedBordered, checked.intersection([.dataMatrix])),
        (.double, .invertedBordered, checked.intersection([.dataMatrix])),
      ]
      for (size, treatment, types) in passes where !types.isEmpty {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), size: size, treatment: treatment, condition: .nothingFound, types: types))
      }
    }

    /// Adds a final pass of another engine for all types but QR, because nothing else reveals missed codes of these
    /// types.
    ///
    /// The pass is last, so that it doesn't end the search for a code that was located. For symbologies with check
    /// characters it is always executed. For the others, which are misread more often, it is executed only if
    /// nothing was found.
    mutating func addFinalPass() {
      guard let engine = engines.first, let other = engines.last, other.name != engine.name,
        types.intersection(engine.types) != [.qr]
      else { return }
      let readable = types.intersection(other.types)
      for (types, condition) in [
        (readable.subtracting(Self.unchecked), .always), (readable.intersection(Self.unchecked), .nothingFound),
      ] as [(Set<MetadataObjectType>, ScanStep.Condition)] where !types.isEmpty {
        steps.append(ScanStep(reader: .engine(other.name), condition: condition, types: types))
      }
    }

    /// The symbologies whose check character is optional.
    private static let unchecked: Set<MetadataObjectType> = [.itf, .code39, .codabar]

    private mutating func addRegions(
      _ size: ScanStep.Size, _ treatment: ScanStep.Treatment = .none,
      condition: ScanStep.Condition = .unfinished
    ) {
      guard seeksQR else { return }
      steps.append(
        ScanStep(reader: .regions, size: size, treatment: treatment, condition: condition, types: [.qr]))
    }

    /// Adds further passes for types other than QR, and for linear codes with few pixels.
    private mutating func addPassesForOtherTypes() {
      guard let engine = engines.first else { return }
      let others = types.intersection(engine.types).subtracting([.qr])
      guard !others.isEmpty else { return }
      steps.append(ScanStep(reader: .engine(engine.name), size: .half, types: others))
      let linear = others.filter(\.isLinear)
      guard !linear.isEmpty else { return }
      for size in [ScanStep.Size.acrossBars, .alongBars] {
        steps.append(ScanStep(reader: .engine(engine.name), size: size, types: linear))
      }
    }
  }
}
