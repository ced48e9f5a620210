import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures
import OpenCaptureProcessing
import Testing

@Suite("Sharpness of photographs", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct SharpnessCorpusTests {
  /// A regular selection of twelve pictures of the corpus.
  private static let paths: [String] = {
    guard let folder = Corpus.codes else { return [] }
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let pictures = names.filter { $0.hasSuffix(".jpg") }.sorted().map { "\(folder)/\($0)" }
    return stride(from: 0, to: pictures.count, by: max(1, pictures.count / 12)).map { pictures[$0] }
  }()

  @Test("A more blurred photograph is less sharp", arguments: paths)
  func monotonic(_ path: String) throws {
    let picture = try Picture(contentsOf: path, options: PictureReadingOptions(pixelFormat: .grey)).pixelBuffer
    let width = min(160, picture.width)
    let height = min(120, picture.height)
    let part = try picture.cropped(
      x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width, height: height)
    let values = part.withUnsafePlane(0) { bytes in
      (0..<width * height).map { Double(bytes[$0 / width * part.planes[0].bytesPerRow + $0 % width]) }
    }
    let sharpness = try [0.0, 0.8, 1.4, 2.2, 3.5, 5.5].map { sigma in
      let blurred = GaussianBlur(sigma: sigma).blurred(values, width: width)
      var result = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
      try result.withUnsafeMutablePlane(0) { $0.copyBytes(from: blurred.map { UInt8($0.rounded()) }) }
      return try result.sharpness()
    }
    for (sharper, softer) in zip(sharpness, sharpness.dropFirst()) { #expect(sharper > softer) }
  }
}
