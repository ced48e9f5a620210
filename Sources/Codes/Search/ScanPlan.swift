import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// Which steps a scan takes, in which order; what comes first finds most for its cost.
///
/// The order was measured on photographs: an engine over the whole picture reads five of six; of the rest, most have
/// finder patterns that are seen, in the picture or in a smaller copy, where noise and texture are gone. In large pictures most
/// codes are large, and a copy is enough.
struct ScanPlan: Sendable {
  /// An engine, as far as a plan has to know it.
  struct Engine: Sendable {
    var name: String
    var types: Set<MetadataObjectType>
  }

  let steps: [ScanStep]
  /// How much may be spent.
  let effort: ScanEffort
  /// Who looks at a large picture small; nil where that could miss what is sought, or time doesn't matter.
  private let firstReader: ScanStep.Reader?

  /// Plans a scan for some types by some engines, the first of them being the best.
  init(effort: ScanEffort, types: Set<MetadataObjectType>, engines: [Engine]) {
    var builder = Builder(types: types, engines: engines.filter { !$0.types.isDisjoint(with: types) })
    builder.addFirstLook(effort)
    if effort != .fast {
      builder.addSecondLook()
      builder.addOtherEngines()
      builder.addBorder()
    }
    if effort == .thorough { builder.addEverything() }
    if effort != .fast { builder.addLastLook() }
    (steps, self.effort) = (builder.steps, effort)
    // Nothing tells of other symbols than QR codes that there are more of them.
    firstReader = types == [.qr] && effort != .thorough ? steps.first?.reader : nil
  }

  /// What is done before the steps with a large picture: a look at a copy in which large codes can be read.
  func firstLook(at picture: VideoDimensions) -> ScanStep? {
    let pixelCount = picture.width * picture.height
    guard let firstReader, pixelCount >= 3_000_000 else { return nil }
    return ScanStep(
      reader: firstReader, size: pixelCount < 8_000_000 ? .half : .quarter, condition: .always, types: [.qr],
      isFirstLook: true)
  }

  /// Whether a step should be taken.
  ///
  /// - Parameter isCalmed: Whether steps look at a copy of the picture without its noise.
  static func isDue(
    _ step: ScanStep, after progress: ScanProgress, in picture: VideoDimensions, isCalmed: Bool = false
  ) -> Bool {
    guard isCalmed || step.treatment != .asTaken, fits(step.size, picture, of: step.reader) else { return false }
    // A code that fills a larger picture has modules of more than one pixel.
    if step.treatment.hasBorder, step.size == .double, min(picture.width, picture.height) > 256 { return false }
    return switch step.condition {
    case .always: true
    case .unfinished: !progress.isFinished
    case .nothingFound: progress.found == 0
    }
  }

  /// Whether a copy of this size can hold more than another: not where a code has no room in it, nor where what is
  /// large enough already is made larger.
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

/// How far a scan has come.
struct ScanProgress: Sendable {
  /// How many codes were found.
  var found = 0
  /// How many places look like codes that were not read.
  var unread = 0

  /// Whether there is nothing left to look for.
  var isFinished: Bool { found > 0 && unread == 0 }
}

extension ScanPlan {
  private struct Builder {
    let types: Set<MetadataObjectType>
    let engines: [Engine]
    var steps: [ScanStep] = []

    /// The first engine that reads QR codes, for what only the first should do.
    private var qrEngine: Engine? { engines.first { $0.types.contains(.qr) } }

    private var seeksQR: Bool { types.contains(.qr) && qrEngine != nil }

    /// The types that an engine is asked for: those that none before it reads.
    private func firstTypes(of index: Int) -> Set<MetadataObjectType> {
      engines[..<index].reduce(types.intersection(engines[index].types)) { $0.subtracting($1.types) }
    }

    mutating func addFirstLook(_ effort: ScanEffort) {
      for (index, engine) in engines.enumerated() where !firstTypes(of: index).isEmpty {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), condition: .always, types: firstTypes(of: index), isFirstLook: true))
      }
      if effort == .fast {
        addRegions(.half, condition: .nothingFound)
      } else {
        addRegions(.whole, condition: .always)
      }
    }

    mutating func addSecondLook() {
      if seeksQR, let engine = qrEngine {
        steps.append(
          ScanStep(reader: .engine(engine.name), treatment: .asTaken, types: types.intersection(engine.types)))
        steps.append(ScanStep(reader: .engine(engine.name), treatment: .cleaned, types: [.qr]))
      } else if let engine = engines.first {
        steps.append(
          ScanStep(reader: .engine(engine.name), treatment: .asTaken, types: types.intersection(engine.types)))
      }
      addRegions(.half)
      addRegions(.quarter)
      addRegions(.whole, .softened)
      addRegions(.half, .inverted)
      addOthers()
    }

    mutating func addOtherEngines() {
      guard seeksQR, let engine = engines.last(where: { $0.types.contains(.qr) }) else { return }
      for (size, treatment) in [(.half, .thresholded), (.half, .none), (.whole, .thresholded)]
        as [(ScanStep.Size, ScanStep.Treatment)]
      {
        steps.append(ScanStep(reader: .engine(engine.name), size: size, treatment: treatment, types: [.qr]))
      }
    }

    mutating func addEverything() {
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

    /// Adds passes for codes without a quiet zone, which fill the picture.
    ///
    /// A border completes a code that the edge of the picture cuts, so it is for symbologies with check characters. QR codes
    /// are read without a quiet zone. Data Matrix codes are often engraved, and thereby light on dark.
    mutating func addBorder() {
      guard let engine = engines.first else { return }
      let checked = types.intersection(engine.types).subtracting(Self.unchecked).subtracting([.qr])
      guard !checked.isEmpty else { return }
      let passes: [(ScanStep.Size, ScanStep.Treatment, Set<MetadataObjectType>)] = [
        (.whole, .bordered, checked), (.double, .bordered, checked),
        (.whole, .borderedInverse, checked.intersection([.dataMatrix])),
        (.double, .borderedInverse, checked.intersection([.dataMatrix])),
      ]
      for (size, treatment, types) in passes where !types.isEmpty {
        steps.append(
          ScanStep(
            reader: .engine(engine.name), size: size, treatment: treatment, condition: .nothingFound, types: types))
      }
    }

    /// Adds a pass of another engine for other codes than QR: nothing shows that there are more of those.
    ///
    /// It comes last, so that it ends no search for a code that is seen. For symbologies with check characters it is always
    /// taken. Others are misread more often, so for them it is taken if nothing was found.
    mutating func addLastLook() {
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

    /// The symbologies without a check character that every code has.
    private static let unchecked: Set<MetadataObjectType> = [.itf, .code39, .codabar]

    private mutating func addRegions(
      _ size: ScanStep.Size, _ treatment: ScanStep.Treatment = .none,
      condition: ScanStep.Condition = .unfinished
    ) {
      guard seeksQR else { return }
      steps.append(
        ScanStep(reader: .regions, size: size, treatment: treatment, condition: condition, types: [.qr]))
    }

    /// Looks for what is no QR code once more, and for linear codes of few pixels.
    private mutating func addOthers() {
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
