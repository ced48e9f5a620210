import CoreVideo
import Foundation

/// The luma of a frame, reduced to one shade for each cell of a grid.
struct Luma {
  private static let columns = 32
  private static let rows = 24
  let width: Int
  let height: Int
  private(set) var shades: [[Int]] = []

  /// Reads the luma plane of a frame in 420f.
  init(_ pixelBuffer: CVPixelBuffer) {
    // The address is valid only while the buffer is locked. Reading alone keeps the pixels' other copies valid.
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    width = CVPixelBufferGetWidthOfPlane(pixelBuffer, 0)
    height = CVPixelBufferGetHeightOfPlane(pixelBuffer, 0)
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return }
    // Rows can be longer than the picture is wide.
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
    for row in 0..<Self.rows {
      let line = base + (2 * row + 1) * height / (2 * Self.rows) * bytesPerRow
      let centers = (0..<Self.columns).map { (2 * $0 + 1) * width / (2 * Self.columns) }
      shades.append(centers.map { Int(line.load(fromByteOffset: $0, as: UInt8.self)) })
    }
  }

  /// The mean shade, 0 to 255.
  var mean: Int { shades.joined().reduce(0, +) / max(1, Self.columns * Self.rows) }

  /// The side with more black cells: left or right.
  var blackSide: String {
    let middle = Self.columns / 2
    let left = shades.reduce(0) { $0 + $1.prefix(middle).filter { $0 < 48 }.count }
    let right = shades.reduce(0) { $0 + $1.dropFirst(middle).filter { $0 < 48 }.count }
    return left > right ? "left" : "right"
  }
}

/// Removes the color of a frame in 420f, in its own memory.
func removeColor(_ pixelBuffer: CVPixelBuffer) {
  CVPixelBufferLockBaseAddress(pixelBuffer, [])
  defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, []) }
  guard let chroma = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 1) else { return }
  let byteCount = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 1) * CVPixelBufferGetHeightOfPlane(pixelBuffer, 1)
  // Luma is the gray picture. Color is neutral at 128.
  memset(chroma, 128, byteCount)
}
