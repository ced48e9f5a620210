public import OpenCaptureSession

extension CaptureMetadataOutput {
  /// Creates an output with the detectors of this package: codes, and faces if their cascades are installed.
  ///
  /// As in AVFoundation, the output detects nothing until `metadataObjectTypes` is set.
  public convenience init() {
    var scanner = CodeScanner()
    scanner.effort = .fast
    let codes: any FrameProcessor = CodeTracker(scanner)
    self.init(detectors: [codes] + [OnDemandFaceTracker()].compactMap(\.self))
    types = []
  }
}

/// A face tracker that loads its cascades only when faces are requested.
struct OnDemandFaceTracker: MetadataDetector, StreamProcessor {
  private let cascades: CascadeLocator
  private var tracker: FaceTracker?
  private var isEnabled = true

  /// Creates a detector; nil without installed cascades.
  init?(cascades: CascadeLocator = CascadeLocator()) {
    let files = FaceView.allCases.map(\.cascadeFileName)
    guard files.allSatisfy({ (try? cascades.path(of: $0)) != nil }) else { return nil }
    self.cascades = cascades
  }

  var name: String { "faces" }

  var availableMetadataObjectTypes: [MetadataObjectType] { [.face] }

  func selecting(_ types: Set<MetadataObjectType>) -> Self {
    var copy = self
    copy.isEnabled = types.contains(.face)
    // The tracker is kept, so that face numbers are never reused.
    if !copy.isEnabled { copy.tracker?.finish() }
    return copy
  }

  mutating func prepare(for format: FrameFormat) throws {
    guard isEnabled else { return }
    let tracker = try tracker ?? FaceTracker(cascades: cascades)
    defer { self.tracker = tracker }
    try tracker.prepare(for: format)
  }

  mutating func process(_ frame: inout Frame) throws {
    if isEnabled { try tracker?.process(&frame) }
  }

  mutating func finish() { tracker?.finish() }
}

extension ProcessorRegistry {
  /// All processors and detectors of this package by name, for streams.
  ///
  /// `faces` and `codes` track objects across frames.
  public static let standard = ProcessorRegistry(inStreams: true)

  /// All processors and detectors of this package by name, for unrelated pictures.
  ///
  /// `faces` and `codes` handle each picture separately.
  public static let standardForPictures = ProcessorRegistry(inStreams: false)

  private init(inStreams: Bool) {
    self = .builtIn
    do {
      try registerCodes(inStreams: inStreams)
      try registerFaces(inStreams: inStreams)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
