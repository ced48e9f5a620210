import OpenCaptureCommandSupport
import OpenCaptureFiles
import OpenCaptureOverlay

/// A writer of pictures with outlined codes.
struct Annotation: Sendable {
  let target: OutputTarget

  /// Whether a name has a supported extension, JPEG or PNG, or none, which means PNG.
  static func isWritten(_ name: String) -> Bool {
    let path = InputPath(name)
    guard path.ending != nil else { return true }
    return OutputFormat(path: path.bytes).map { !$0.isMovie } ?? false
  }

  /// Outlines codes on the upright picture, and writes the picture.
  @Sendable func write(_ picture: AnnotatedPicture) throws {
    var upright = try picture.image.uprightCopy(picture.orientation)
    let transform = PictureTransform.uprightPixels(of: picture.image.dimensions, orientation: picture.orientation)
    try Overlay().draw(picture.codes, on: &upright, through: transform)
    try target.write(name: picture.outputName, from: picture.source) { (path) throws(PictureError) in
      try OutputFormat.encoder(for: path.bytes).encode(upright)
    }
  }
}

/// A scanned picture, to be written with outlined codes.
struct AnnotatedPicture: Sendable {
  let image: PixelBuffer
  let orientation: ImageOrientation
  /// The codes, in device coordinates.
  let codes: [MachineReadableCodeObject]
  let source: InputPath
  /// The name in an output folder.
  let outputName: InputPath
}

extension CommandError.Code {
  /// An input cannot be written as an annotated picture.
  static var cannotAnnotate: Self {
    Self("cannotAnnotate", hint: "use viewfinder --with codes to outline codes in a movie")
  }
}
