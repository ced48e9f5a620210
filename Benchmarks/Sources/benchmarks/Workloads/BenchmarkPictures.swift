import FoundationEssentials
import OpenCapture

/// The pictures that workloads run on.
struct BenchmarkPictures {
  /// A photograph of about a megapixel.
  let photograph: String
  /// Many pictures, up to 500.
  let folder: [String]

  /// Takes the pictures of a corpus; without one, the picture that the demo makes.
  ///
  /// - Throws: ``BenchmarkError`` where there is no suitable picture.
  init(corpus: String?, fallback: String) throws {
    let found = corpus.map(Self.pictures) ?? []
    guard let photograph = found.first(where: Self.isMegapixelJPEG) else {
      guard FileManager.default.fileExists(atPath: fallback) else {
        throw BenchmarkError("no pictures: give --corpus, or run `make demo` first")
      }
      (self.photograph, folder) = (fallback, Array(repeating: fallback, count: 100))
      return
    }
    (self.photograph, folder) = (photograph, Array(found.prefix(500)))
  }

  /// The photograph as a frame of a camera.
  func frame(_ size: VideoDimensions) throws -> PixelBuffer {
    let options = PictureReadingOptions(pixelFormat: .bgra)
    return try Picture(contentsOf: photograph, options: options).pixelBuffer.scaled(to: size)
  }

  private static func pictures(below folder: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func isMegapixelJPEG(_ path: String) -> Bool {
    guard path.hasSuffix(".jpg"), let info = try? EncodedPicture(contentsOf: path).info() else { return false }
    return (750_000...1_300_000).contains(info.dimensions.width * info.dimensions.height)
  }
}
