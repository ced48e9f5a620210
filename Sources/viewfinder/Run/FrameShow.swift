import OpenCaptureSystem
import OpenCapture

/// Takes frames of one stream through the processors, and shows what they find.
struct FrameShow {
  private let view: ViewOptions
  private let failures = Locked<[String]>([])
  private var pipeline: DelayedPipeline

  /// Makes one; the processors begin with a new stream.
  init(_ processors: [any FrameProcessor], view: ViewOptions) {
    self.view = view
    let failures = failures
    pipeline = DelayedPipeline(processors) { failure in failures.withLock { $0.append("\(failure)") } }
  }

  /// Takes a frame through the processors.
  ///
  /// - Returns: The frame that is complete now; nil while more has to be known.
  mutating func process(_ frame: consuming Frame) -> Frame? { pipeline.process(frame) }

  /// The frames that still wait, at the end of the stream.
  mutating func finish() -> [Frame] { pipeline.finish() }

  /// What was found in a frame, in pixels of the upright picture.
  func objects(in frame: Frame) -> [any MetadataObject] {
    let transform = PictureTransform.uprightPixels(
      of: frame.sampleBuffer.formatDescription.dimensions, orientation: frame.sampleBuffer.orientation)
    return frame.metadataObjects.map { $0.transformed(by: transform) }
  }

  /// The view of a frame, with what was found in it outlined.
  func picture(of frame: Frame) throws -> PixelBuffer {
    let picture = try frame.sampleBuffer.image(as: .bgra)
    let geometry = view.geometry(for: picture.dimensions, orientation: frame.sampleBuffer.orientation)
    let renderer = PreviewRenderer(geometry: geometry)
    var shown = try renderer.view(of: picture)
    try Overlay().draw(frame.metadataObjects, on: &shown, through: renderer.deviceToPixels)
    return shown
  }

  /// What processors failed with since this was asked for the last time; each failure is reported once.
  func takeFailures() -> [String] {
    failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }

  /// How long each processor takes for a frame, in words.
  var summary: String {
    pipeline.statistics.map { stage in
      "\(stage.name) \(stage.latency.map { ($0.median / .microseconds(100)).rounded() / 10 } ?? 0) ms"
    }.joined(separator: ", ")
  }
}
