import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCapturePictures

/// A picture of the corpora without faces.
struct FacelessPicture {
  let path: String
  /// The source of the picture.
  let source: String

  /// The scales of the pans.
  static let scales = [0.5, 1, 2, 4]

  /// Pictures of codes that also show faces: on the code, or people in the street.
  private static let withFaces: Set<String> = [
    "zxing-qrcode-2/18.png", "zxing-qrcode-2/22.png", "zxing-qrcode-2/23.png", "zxing-qrcode-2/5.png",
  ]

  /// Returns every fourth picture of codes and all photographs without faces.
  ///
  /// If the environment variable `OPENCAPTURE_FACELESS` names a folder, its pictures are included. Their names have
  /// the form `source__name`.
  static func all() throws -> [FacelessPicture] {
    var pictures: [FacelessPicture] = []
    if let folder = Corpus.faces {
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/images").sorted()
      pictures += names.filter { $0.hasPrefix("neg_") }.map { name in
        FacelessPicture(path: "\(folder)/images/\(name)", source: String(name.split(separator: "_")[1]))
      }
    }
    if let folder = Corpus.codes {
      let codes = try CodeTruth.load("\(folder)/truth.jsonl").map(\.file).sorted().every(4)
      pictures += codes.filter { !withFaces.contains($0) }.map { file in
        FacelessPicture(path: "\(folder)/\(file)", source: String(file.split { "-/".contains($0) }[0]))
      }
    }
    if let folder = ProcessInfo.processInfo.environment["OPENCAPTURE_FACELESS"] {
      pictures += try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
        FacelessPicture(path: "\(folder)/\(name)", source: name.components(separatedBy: "__")[0])
      }
    }
    return pictures
  }

  /// Returns the pan with the given number over the picture.
  func pan(scale: Double, number: Int) throws -> Pan {
    let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
    return try Pan(over: Picture(contentsOf: path, options: options).pixelBuffer, scale: scale, seed: number)
  }
}
