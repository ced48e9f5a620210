import OpenCaptureMetadata

/// One pass over a copy of the picture.
struct ScanStep: Hashable, Sendable {
  /// The reader of a step.
  enum Reader: Hashable, Sendable {
    /// The engine with the given name.
    case engine(String)
    /// The built-in search for finder patterns and the codes between them.
    case regions
    /// The engines, over enlarged upright copies of the regions of bars.
    case uprightBars
    /// The built-in reader of linear codes with blurred bars.
    case blurredBars
  }

  /// The name of the built-in reader of blurred bars, which needs no engine.
  static let blurredBarsName = "blurred bars"

  /// The size of the copy relative to the picture.
  enum Size: String, Sendable {
    case quarter = "¼"
    case half = "½"
    case whole = ""
    case double = "×2"
    /// A quarter of the height and twice the width, for upright bars: less noise along bars, more pixels across
    /// them.
    case acrossBars = "×2:¼"
    /// The same for horizontal bars.
    case alongBars = "¼:×2"

    /// The horizontal and vertical scale factors.
    var scale: (x: Double, y: Double) {
      switch self {
      case .quarter: (0.25, 0.25)
      case .half: (0.5, 0.5)
      case .whole: (1, 1)
      case .double: (2, 2)
      case .acrossBars: (2, 0.25)
      case .alongBars: (0.25, 2)
      }
    }
  }

  /// The processing of the copy.
  enum Treatment: String, Sendable {
    /// Only strong noise is removed.
    case none = ""
    /// No processing; used only if noise removal changed the picture.
    case withoutDenoising = "as taken"
    case softened, thresholded, inverted
    /// Softened and then thresholded.
    case cleaned
    /// With a white border as a quiet zone for a code that fills the picture.
    case bordered
    /// Inverted and then bordered.
    case invertedBordered = "inverted bordered"

    var hasBorder: Bool { self == .bordered || self == .invertedBordered }

    /// The processing of a copy with about the same finder patterns that is searched for them in any case.
    var equivalentForFinders: Self {
      switch self {
      case .none, .thresholded, .inverted, .bordered, .invertedBordered: .none
      case .withoutDenoising: .withoutDenoising
      case .softened, .cleaned: .softened
      }
    }
  }

  /// The condition for executing a step.
  enum Condition: Sendable {
    case always
    /// No code was found, or a located code isn't decoded.
    case unfinished
    /// No code of the types that the steps search for was found.
    case nothingFound
    /// No code of any type was found.
    case nothingFoundAtAll
    /// Like `nothingFound`, and the picture is mostly black and white, as a drawing and unlike a photograph.
    case nothingFoundInDrawing
  }

  var reader: Reader
  var size = Size.whole
  var treatment = Treatment.none
  var condition = Condition.unfinished
  var types: Set<MetadataObjectType>

  /// Whether the step is executed regardless of its cost.
  var isFirstPass = false

  /// The name in reports, such as `regions ½ softened`.
  var name: String {
    let reader =
      switch reader {
      case .engine(let name): name
      case .regions: "regions"
      case .uprightBars: "upright bars"
      case .blurredBars: Self.blurredBarsName
      }
    return [reader, size.rawValue, treatment.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
