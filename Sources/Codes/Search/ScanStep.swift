import OpenCaptureMetadata

/// One look at a picture, of the many that a scan can take.
struct ScanStep: Hashable, Sendable {
  /// Who looks.
  enum Reader: Hashable, Sendable {
    /// The engine of a name.
    case engine(String)
    /// Our own search for finder patterns, and what lies between them.
    case regions
  }

  /// The size of what is looked at, by the picture's own.
  enum Size: String, Sendable {
    case quarter = "¼"
    case half = "½"
    case whole = ""
    case double = "×2"
    /// Each row the mean of four, and twice as wide: bars that stand upright lose noise, and lines between gain pixels.
    case acrossBars = "×2:¼"
    /// The same of bars that lie.
    case alongBars = "¼:×2"

    /// How many pixels there are for one, across and down.
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

  /// What is done to it before.
  enum Treatment: String, Sendable {
    /// Nothing but to take strong noise out of it.
    case none = ""
    /// Nothing at all: due where ``none`` is another thing.
    case asTaken = "as taken"
    case softened, thresholded, inverted
    /// Softened, then thresholded.
    case cleaned
    /// With a white border, as a quiet zone for a code that fills the picture.
    case bordered
    /// Inverted, then bordered.
    case borderedInverse = "inverted bordered"

    var hasBorder: Bool { self == .bordered || self == .borderedInverse }

    /// The treatment of a copy that is about as full of finder patterns, and is looked at for them anyway.
    var searchedForFinders: Self {
      switch self {
      case .none, .thresholded, .inverted, .bordered, .borderedInverse: .none
      case .asTaken: .asTaken
      case .softened, .cleaned: .softened
      }
    }
  }

  /// When the step is worth its cost.
  enum Condition: Sendable {
    case always
    /// Where nothing was found, or something was seen and not read.
    case unfinished
    /// Where nothing was found.
    case nothingFound
  }

  var reader: Reader
  var size = Size.whole
  var treatment = Treatment.none
  var condition = Condition.unfinished
  /// What is looked for.
  var types: Set<MetadataObjectType>

  /// Whether it is taken whatever it costs.
  var isFirstLook = false

  /// Whether the same reader looks at the same copy.
  func looks(like other: Self) -> Bool {
    (reader, size, treatment) == (other.reader, other.size, other.treatment)
  }

  /// What reports call it, such as `regions ½ softened`.
  var name: String {
    let reader = if case .engine(let name) = reader { name } else { "regions" }
    return [reader, size.rawValue, treatment.rawValue].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
