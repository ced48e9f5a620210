public import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// A file that frames are written to.
public struct OutputFile: Sendable {
  /// The bytes of its name.
  public let path: [UInt8]
  private let check: @Sendable ([UInt8]) throws(CaptureError) -> Void

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - check: Called before it is written; throws where that may not be, because it is an input for instance.
  public init(path: [UInt8], check: @escaping @Sendable ([UInt8]) throws(CaptureError) -> Void = { _ in }) {
    (self.path, self.check) = (path, check)
  }

  /// Names a file.
  public init(_ path: String) { self.init(path: Array(path.utf8)) }

  /// What errors call it.
  var name: String { String(decoding: path, as: UTF8.self) }

  /// A file in the folder of this name.
  func file(_ name: String) -> OutputFile { OutputFile(path: path + Array("/\(name)".utf8), check: check) }

  /// Makes sure that it may be written.
  func requirePermission() throws(CaptureError) { try check(path) }

  /// Writes a picture, whole or not at all.
  func write(_ picture: PixelBuffer) throws(CaptureError) {
    try requirePermission()
    do throws(PictureError) {
      try OutputFormat.encoder(for: path).encode(picture).write(toPath: path)
    } catch {
      throw CaptureError(.cannotWrite, subject: name, error.about(name))
    }
  }
}
