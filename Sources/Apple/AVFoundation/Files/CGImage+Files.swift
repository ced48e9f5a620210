public import CoreVideo
import Foundation
import OpenCapturePictures

// Core Graphics and Image I/O are not available. These names are OpenCapture's own.

extension CGImage {
  /// Returns the image as a file of type `AVFileType.png` or `AVFileType.jpg`; nil on failure.
  ///
  /// - Parameters:
  ///   - fileType: The file type.
  ///   - quality: The quality of a JPEG, 0 to 1; default 0.9.
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
