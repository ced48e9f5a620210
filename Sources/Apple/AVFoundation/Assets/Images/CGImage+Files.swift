public import CoreVideo
import Foundation
import OpenCapturePictures

// What Core Graphics and ImageIO have for this isn't there: these are names of OpenCapture's own.

extension CGImage {
  /// The picture as a file: `AVFileType.png` or `AVFileType.jpg`; nil where it can't be one.
  ///
  /// - Parameters:
  ///   - fileType: The kind of file.
  ///   - quality: How good a JPEG is, 0 to 1; default 0.9.
  public func fileDataRepresentation(as fileType: AVFileType, quality: Double = 0.9) -> Data? {
    let encoder: any PictureEncoder
    switch fileType {
    case .png: encoder = PNGEncoder()
    case .jpg: encoder = JPEGEncoder(quality: quality >= 0.01 ? Int((min(quality, 1) * 100).rounded()) : 1)
    default: return nil
    }
    return (try? encoder.encode(pixelBuffer))?.data.withUnsafeBytes { Data($0) }
  }

  /// The pixels, in BGRA.
  public var imageBuffer: CVPixelBuffer { pixelBuffer }
}
