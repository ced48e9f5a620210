import OpenCaptureCommandSupport
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureOverlay
import OpenCapturePictures

/// Writes pictures with the codes outlined.
struct Annotation: Sendable {
  let target: OutputTarget

  /// Draws codes, in device coordinates, onto the upright picture, and writes it.
  func write(
    _ picture: PixelBuffer, _ orientation: ImageOrientation, codes: [MachineReadableCodeObject],
    from source: InputPath, outputName: InputPath
  ) throws {
    var upright = try picture.uprightCopy(orientation)
    let transform = PictureTransform.uprightPixels(of: picture.dimensions, orientation: orientation)
    try Overlay().draw(codes, on: &upright, through: transform)
    try target.write(name: outputName, from: source) { _ throws(PictureError) in
      try PNGEncoder(compressionLevel: 3).encode(upright)
    }
  }
}
