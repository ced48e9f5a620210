import OpenCaptureMovies
package import OpenCapturePictures

/// What is written under a name, as its ending says it.
public enum OutputFormat: Sendable, Hashable {
  /// A JPEG picture.
  case jpeg
  /// A PNG picture.
  case png
  /// A movie, in the container of this ending.
  case movie(String)

  /// What a file's ending asks for; nil for one that is not written.
  ///
  /// - Parameter pathExtension: Without the dot, in lower case.
  public init?(pathExtension: String) {
    switch pathExtension {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    case let ending where MovieContainer.pathExtensions.contains(ending): self = .movie(ending)
    default: return nil
    }
  }

  /// What a path asks for; nil for an ending that is not written, or none.
  public init?(path: [UInt8]) {
    let name = path.suffix(from: path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    self.init(pathExtension: String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// The endings that there are, without dots.
  public static let pathExtensions = ["jpg", "png"] + MovieContainer.pathExtensions

  /// The ending that says it.
  var pathExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .movie(let ending): ending
    }
  }

  /// Whether it is a movie.
  public var isMovie: Bool { if case .movie = self { true } else { false } }

  /// What encodes a picture for a path; PNG, which loses nothing, where that asks for none.
  package static func encoder(for path: [UInt8]) -> any PictureEncoder {
    OutputFormat(path: path) == .jpeg ? JPEGEncoder() : PNGEncoder(compressionLevel: 3)
  }
}
