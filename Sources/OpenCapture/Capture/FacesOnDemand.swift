/// Follows faces once they are asked for: until then no cascade is loaded.
struct FacesOnDemand: MetadataDetector {
  private let cascades: CascadeSearch
  private var tracker: FaceTracker?
  private var isWanted = true

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
    // The tracker stays, for its numbers: no face gets another's.
    if !copy.isWanted { _ = copy.tracker?.finish() }
    return copy
  }

  mutating func prepare(for format: FrameFormat) throws {
    guard isWanted else { return }
    let tracker = try tracker ?? FaceTracker(cascades: cascades)
    defer { self.tracker = tracker }
    try tracker.prepare(for: format)
  }

  mutating func process(_ frame: inout Frame) throws {
    if isWanted { try tracker?.process(&frame) }
  }

  mutating func finish() -> [LateObject] { tracker?.finish() ?? [] }
}
