import OpenCaptureCommandSupport
import OpenCapture

/// Shows one picture.
struct PictureShow {
  let processors: [any FrameProcessor]
  let view: ViewOptions
  /// Where pictures are written; nil for nowhere.
  let target: OutputTarget?

  /// Shows a picture in a format that is read without FFmpeg, and says what becomes of it.
  func show(_ encoded: EncodedPicture, from source: InputPath, as name: InputPath, on console: inout Console) throws
  {
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true))
    if let damage = picture.damage { console.fail(damage.reasonAndRemedy, at: source) }
    let sample = SampleBuffer(imageBuffer: picture.pixelBuffer, orientation: picture.orientation)
    try show(sample, in: "\(picture.info.format)", from: source, as: name, on: &console)
  }

  /// Shows a picture that FFmpeg reads, and says what becomes of it.
  func show(_ reader: MovieReader, from source: InputPath, as name: InputPath, on console: inout Console) throws {
    guard var sample = try reader.nextSample() else { return }
    sample.timing = SampleTiming()
    try show(sample, in: reader.info.codecName, from: source, as: name, on: &console)
    // What was wrong with it comes behind what there was of it.
    _ = try reader.nextSample()
  }

  private func show(
    _ sample: SampleBuffer, in format: String, from source: InputPath, as name: InputPath, on console: inout Console
  ) throws {
    let size = sample.formatDescription.dimensions
    // Each picture is a stream of its own.
    var show = FrameShow(processors, view: view)
    guard let frame = show.process(Frame(sample)) ?? show.finish().first else { return }
    console.print(show.objects(in: frame), in: source)
    for failure in show.takeFailures() { console.fail(failure, at: source) }
    console.note("\(format) \(size), \(show.summary)", on: source)
    guard let target else { return }
    let shown = try show.picture(of: frame)
    try target.write(name: name, from: source) { path throws(PictureError) in
      try OutputEnding.encoder(for: path).encode(shown)
    }
  }
}
