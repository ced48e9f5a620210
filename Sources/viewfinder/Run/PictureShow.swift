import CommandSupport
import OpenCapture

/// Shows one picture.
struct PictureShow {
  let processors: [any FrameProcessor]
  let view: ViewOptions
  /// Where pictures are written; nil for nowhere.
  let target: OutputTarget?

  /// Shows a picture, and says what becomes of it.
  func show(_ encoded: EncodedPicture, from source: InputPath, as name: InputPath, on console: inout Console) throws
  {
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true))
    if let damage = picture.damage { console.fail(damage.reasonAndRemedy, at: source) }
    var frame = Frame(SampleBuffer(imageBuffer: picture.pixelBuffer, orientation: picture.orientation))
    // Each picture is a stream of its own.
    var show = FrameShow(processors, view: view)
    console.print(show.process(&frame), in: source)
    for failure in show.takeFailures() { console.fail(failure, at: source) }
    console.note("\(picture.info.format) \(picture.info.dimensions), \(show.summary)", on: source)
    guard let target else { return }
    let shown = try show.picture(of: frame)
    try target.write(name: name, from: source) { path throws(PictureError) in
      try OutputEnding.encoder(for: path).encode(shown)
    }
  }
}
