import CoreVideo
import Foundation

/// The pixels of a picture, as the simplest of all files stores them: a portable pixmap.
struct BitmapPicture {
  let (width, height): (Int, Int)
  /// Red, green and blue, one after the other.
  private(set) var bytes: [UInt8] = []

  /// Copies the pixels of a BGRA buffer that is locked.
  init(_ pixelBuffer: CVPixelBuffer) {
    (width, height) = (CVPixelBufferGetWidth(pixelBuffer), CVPixelBufferGetHeight(pixelBuffer))
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { bytes += [row[x * 4 + 2], row[x * 4 + 1], row[x * 4]] }
    }
  }

  /// The file.
  var file: Data { Data("P6\n\(width) \(height)\n255\n".utf8) + Data(bytes) }
}
