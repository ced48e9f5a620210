public import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCapturePictures

/// A file that frames are written to, or a stream that is open, such as standard output.
public struct OutputFile: Sendable {
  /// The bytes of its name; of a stream, of one that says its format.
  public let path: [UInt8]
  /// The stream that it is; nil for a file.
  let stream: Int32?
  /// What errors call it.
  let name: String
  private let check: @Sendable ([UInt8]) throws(CaptureError) -> Void

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: The bytes of its name, without a zero at the end.
  ///   - check: Called before it is written; throws where that may not be, because it is an input for instance.
  public init(path: [UInt8], check: @escaping @Sendable ([UInt8]) throws(CaptureError) -> Void = { _ in }) {
    (self.path, self.check) = (path, check)
    (stream, name) = (nil, String(decoding: path, as: UTF8.self))
  }

  /// Takes a stream that is open, and stays so.
  ///
  /// - Parameters:
  ///   - descriptor: Where to write.
  ///   - format: What is written: a picture, or a movie in one of the containers that needn't go back.
  ///   - name: What errors call it; default `standard output`.
  public init(stream descriptor: Int32, as format: OutputFormat, name: String = "standard output") {
    (stream, self.name, check) = (descriptor, name, { _ in })
    path = Array("stream.\(format.pathExtension)".utf8)
  }

  /// Names a file.
  public init(_ path: String) { self.init(path: Array(path.utf8)) }

  /// A file in the folder of this name.
  func file(_ name: String) -> OutputFile { OutputFile(path: path + Array("/\(name)".utf8), check: check) }

  /// Makes sure that it may be written.
  func requirePermission() throws(CaptureError) { try check(path) }

  /// Writes a picture, whole or not at all.
  func write(_ picture: PixelBuffer) throws(CaptureError) {
    try requirePermission()
    do throws(PictureError) {
      let encoded = try OutputFormat.encoder(for: path).encode(picture)
      guard let stream else { return try encoded.write(toPath: path) }
      try encoded.write(to: stream, name: name)
    } catch {
      throw CaptureError(.cannotWrite, subject: name, error.about(name))
    }
  }
}
