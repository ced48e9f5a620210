import Glibc
import MediaSamples
import Metadata
import Overlay
import Pictures

/// Writes pictures with the codes outlined.
struct Annotation: Sendable {
  /// A PNG file, or the folder for one a picture.
  let target: InputPath
  let isFolder: Bool
  /// Files that must not be written over: the inputs.
  let inputs: Set<FileIdentity>

  /// Prepares the place.
  ///
  /// - Throws: ``AnnotationError`` where the folder can't be made, or a file can't be where one is.
  init(target: InputPath, isFolder: Bool, inputs: Set<FileIdentity>) throws {
    (self.target, self.isFolder, self.inputs) = (target, isFolder, inputs)
    if isFolder {
      guard target.withCString({ mkdir($0, 0o777) }) != 0, FileKind(of: target) != .directory else { return }
      throw AnnotationError(path: target, reason: "\(SystemError(code: errno))")
    } else if FileKind(of: target) == .directory {
      throw AnnotationError(path: target, reason: "is a directory; name a PNG file in it")
    }
  }

  /// Draws codes, in device coordinates, onto the upright picture, and writes it.
  func write(
    _ encoded: EncodedPicture, codes: [MachineReadableCodeObject], from source: InputPath, outputName: InputPath
  ) throws {
    let path = isFolder ? target.appending(outputName) : target
    if let identity = FileIdentity(of: path), inputs.contains(identity) || identity == FileIdentity(of: source) {
      throw AnnotationError(path: path, reason: "this would overwrite an input; choose another name")
    }
    let picture = try encoded.decoded(PictureReadingOptions(pixelFormat: .bgra, acceptsDamage: true))
    var upright = try picture.pixelBuffer.uprightCopy(picture.orientation)
    let transform = PictureTransform.uprightPixels(of: picture.info.dimensions, orientation: picture.orientation)
    try Overlay().draw(codes, on: &upright, through: transform)
    do {
      try PNGEncoder(compressionLevel: 3).encode(upright).write(toPath: path.bytes)
    } catch {
      throw AnnotationError(path: path, reason: error.reasonAndRemedy)
    }
  }
}

/// An annotated picture that can't be written.
struct AnnotationError: Error, CustomStringConvertible {
  let path: InputPath
  let reason: String

  var description: String { "\(path.text): \(reason)" }
}
