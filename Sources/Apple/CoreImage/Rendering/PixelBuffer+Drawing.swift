import CoreVideo
import OpenCaptureMediaSamples

extension PixelBuffer {
  /// Writes pixels into a part of the buffer, in its own format, for all who hold it to see.
  func draw(_ pixels: PixelBuffer, in part: PixelRect) throws {
    let matrix =
      (attachmentEntry(kCVImageBufferYCbCrMatrixKey)?.value as? String)
      .flatMap(ColorMatrix.init(coreVideoName:)) ?? .bt601
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    guard part != all else { return try pixels.write(into: self, matrix: matrix) }
    // By way of the whole, because pixels at the part's edges can share chroma with those beyond.
    var whole = try converted(to: .bgra, matrix: matrix)
    let place = all.offset(of: part)
    try whole.paste(pixels, x: place.column, y: place.row)
    try whole.write(into: self, matrix: matrix)
  }
}
