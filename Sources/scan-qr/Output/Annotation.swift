import OpenCaptureCommandSupport
import OpenCaptureFiles
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureOverlay
import OpenCapturePictures

/// Writes pictures with the codes outlined.
struct Annotation: Sendable {
  let target: OutputTarget

  /// Whether a name is one for a picture that is written: JPEG or PNG by its ending, PNG without one.
  static func isWritten(_ name: String) -> Bool {
    let path = InputPath(name)
    guard path.ending != nil else { return true }
    return OutputFormat(path: path.bytes).map { !$0.isMovie } ?? false
  }

  /// Draws codes, in device coordinates, onto the upright picture, and writes it.
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
