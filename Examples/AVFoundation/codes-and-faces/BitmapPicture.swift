import CoreVideo
import Foundation

/// A picture that can be written as a portable pixmap (PPM).
struct BitmapPicture {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel.
  private(set) var bytes: [UInt8] = []

  /// Copies the pixels of a locked BGRA buffer.
  init(_ pixelBuffer: CVPixelBuffer) {
    width = CVPixelBufferGetWidth(pixelBuffer)
    height = CVPixelBufferGetHeight(pixelBuffer)
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(pixelBuffer)
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width { bytes += [row[x * 4 + 2], row[x * 4 + 1], row[x * 4]] }
    }
  }

  /// The contents of the PPM file.
  var file: Data { Data("P6\n\(width) \(height)\n255\n".utf8) + Data(bytes) }
}
