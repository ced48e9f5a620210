/// Follows faces once they are asked for: until then no cascade is loaded.
struct FacesOnDemand: MetadataDetector {
  private let cascades: CascadeSearch
  private var tracker: FaceTracker?
  private var isWanted = true
  private var region = Rect.unit

  /// nil where there are no cascades.
  init?(cascades: CascadeSearch = CascadeSearch()) {
    let files = FaceView.allCases.map(\.cascadeFileName)
    guard files.allSatisfy({ (try? cascades.path(of: $0)) != nil }) else { return nil }
    self.cascades = cascades
  }

  var name: String { "faces" }

  var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }

  func selecting(_ types: Set<MetadataObjectType>) -> Self {
    var copy = self
    copy.isWanted = types.contains(.face)
    if !copy.isWanted { copy.tracker = nil }
    return copy
  }

  func selecting(_ region: Rect) -> Self {
    var copy = self
    copy.region = region
    return copy
  }

  mutating func prepare(for format: FrameFormat) throws {
    guard isWanted else { return }
    var tracker = try tracker ?? FaceTracker(cascades: cascades)
    defer { self.tracker = tracker }
    tracker.options.rectOfInterest = region
    try tracker.prepare(for: format)
  }

  mutating func process(_ frame: inout Frame) throws { try tracker?.process(&frame) }

  mutating func finish() -> [LateObject] { tracker?.finish() ?? [] }
}
