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

  /// Outlines codes, in device coordinates, on the upright picture, and writes the picture.
  func write(
    _ picture: PixelBuffer, _ orientation: ImageOrientation, codes: [MachineReadableCodeObject],
    from source: InputPath, outputName: InputPath
  ) throws {
    var upright = try picture.uprightCopy(orientation)
    let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: orientation)
    try Overlay().draw(codes, on: &upright, through: transform)
    try target.write(name: outputName, from: source) { (path) throws(PictureError) in
      try OutputFormat.encoder(for: path.bytes).encode(upright)
    }
  }
}

extension CommandError.Code {
  /// An input cannot be written as an annotated picture.
  static var cannotAnnotate: Self {
    Self("cannotAnnotate", hint: "use viewfinder --with codes to outline codes in a movie")
  }
}
