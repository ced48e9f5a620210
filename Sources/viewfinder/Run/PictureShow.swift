import CommandSupport
import OpenCapture

/// Takes one picture through the processors, outlines what they found, and writes it.
struct PictureShow {
  let processors: [any FrameProcessor]
  let limits: PictureLimits
  let view: ViewOptions
  /// Where pictures are written; nil for nowhere.
  let target: PictureTarget?

  /// What becomes of `input`; failures are part of the report.
  func report(_ input: Input, outputName: InputPath) -> PictureReport {
    var report = PictureReport(path: input.path, failures: input.failure.map { [$0] } ?? [])
    guard input.failure == nil else { return report }
    do {
      guard let encoded = try EncodedPicture(input: input.path, limits: limits) else { return report }
      try show(encoded, outputName, &report)
    } catch {
      report.failures += input.failure(for: error).map { [$0] } ?? []
    }
    return report
  }

  private func show(_ encoded: EncodedPicture, _ outputName: InputPath, _ report: inout PictureReport) throws {
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true))
    report.failures += picture.damage.map { [$0.reasonAndRemedy] } ?? []
    var frame = Frame(SampleBuffer(imageBuffer: picture.pixelBuffer, orientation: picture.orientation))
    let failures = Locked<[String]>([])
    // Each picture has a pipeline of its own: what processors keep is of one stream.
    var pipeline = FramePipeline(processors) { failure in failures.withLock { $0.append("\(failure)") } }
    pipeline.process(&frame)
    report.failures += failures.withLock { $0 }
    let transform = PictureTransform.uprightPixels(
      of: frame.sampleBuffer.formatDescription.dimensions, orientation: frame.sampleBuffer.orientation)
    report.objects = frame.metadataObjects.map { $0.transformed(by: transform) }
    report.note = note(on: picture.info, pipeline.statistics)
    try write(frame, outputName, from: report.path)
  }

  private func write(_ frame: Frame, _ name: InputPath, from source: InputPath) throws {
    guard let target else { return }
    let picture = try frame.sampleBuffer.image(as: .bgra)
    let geometry = view.geometry(for: picture.dimensions, orientation: frame.sampleBuffer.orientation)
    var shown = try PreviewRenderer(geometry: geometry).view(of: picture)
    try Overlay().draw(frame.metadataObjects, on: &shown, through: geometry.deviceToLayer)
    try target.write(name: name, from: source) { path throws(PictureError) in
      try (PictureEnding(path) ?? .png).encoder.encode(shown)
    }
  }

  private func note(on info: PictureInfo, _ statistics: [StageStatistics]) -> String {
    let times = statistics.map { stage in
      "\(stage.name) \(stage.latency.map { ($0.median / .microseconds(100)).rounded() / 10 } ?? 0) ms"
    }
    return "\(info.format) \(info.dimensions), " + times.joined(separator: ", ")
  }
}
