import OpenCapture

/// An engine that reads nothing but the picture's own darkness, to show where a library's calls go.
struct NightEngine: CodeEngine {
  let name = "night"
  let version = "1.0"
  let readableTypes: Set<MetadataObjectType> = [.qr]

  func scan(
    _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
  ) throws(CodeScannerError) -> EngineFindings {
    // Rows lie `bytesPerRow` apart: what can't be told so copies with `copy(rowAlignment: 1)`.
    let plane = luma.planes[0]
    let isNight = luma.withUnsafePlane(0) { pixels in
      (0..<plane.height).allSatisfy { row in
        pixels[row * plane.bytesPerRow..<row * plane.bytesPerRow + plane.width].allSatisfy { $0 < 16 }
      }
    }
    guard isNight else { return EngineFindings() }
    let corners = Corners(Rect(origin: .zero, size: luma.dimensions.size))
    return EngineFindings(codes: [EngineCode(type: .qr, bytes: Array("night".utf8), corners: corners)])
  }
}
