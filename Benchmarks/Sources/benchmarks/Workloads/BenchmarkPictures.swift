import FoundationEssentials
import OpenCapture

/// The input pictures of the workloads.
struct BenchmarkPictures {
  /// A photograph of about a megapixel.
  let photograph: String
  /// The paths of up to 500 pictures.
  let folder: [String]

  /// Selects pictures of a corpus, or the demo's picture without a corpus.
  ///
  /// - Throws: ``BenchmarkError`` if no suitable picture exists.
  init(corpus: String?, fallback: String) throws {
    let found = corpus.map(Self.pictures) ?? []
    guard let photograph = found.first(where: Self.isMegapixelJPEG) else {
      guard FileManager.default.fileExists(atPath: fallback) else {
        throw BenchmarkError("no pictures found. Pass --corpus, or run `make demo` first.")
      }
      self.photograph = fallback
      folder = Array(repeating: fallback, count: 100)
      return
    }
    self.photograph = photograph
    folder = Array(found.prefix(500))
  }

  /// Returns the photograph as a camera frame of a given size.
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

extension DrawnFace {
  /// Draws faces in front of a background with edges and grain.
  static func pictureWithGround(_ faces: [DrawnFace], width: Int, height: Int) throws -> PixelBuffer {
    try picture(faces, width: width, height: height) { x, y in
      let column = x * 720 / height
      let row = y * 720 / height
      let coarse = (column / 96 * 37 + row / 72 * 61) % 64
      let grain = (x * 7919 + y * 104_729) / 16 % 4
      return Double(70 + coarse + grain)
    }
  }
}
