import OpenCapture

/// An engine that reports a code in a dark picture; a real engine calls a library instead.
struct NightEngine: CodeEngine {
  let name = "night"
  let version = "1.0"
  let readableTypes: Set<MetadataObjectType> = [.qr]

  func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineResult {
    // A row starts `bytesPerRow` bytes after the previous one. Some libraries need `copy(rowAlignment: 1)`.
    let plane = luma.planes[0]
    let isNight = luma.withUnsafePlane(0) { pixels in
      (0..<plane.height).allSatisfy { row in
        pixels[row * plane.bytesPerRow..<row * plane.bytesPerRow + plane.width].allSatisfy { $0 < 16 }
      }
    }
    guard isNight else { return EngineResult() }
    let corners = Corners(Rect(origin: .zero, size: luma.dimensions.size))
    return EngineResult(codes: [EngineCode(type: .qr, bytes: Array("night".utf8), corners: corners)])
  }
}
