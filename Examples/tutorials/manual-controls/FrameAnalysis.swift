import CoreVideo

/// The brightness, color and sharp edges of a frame.
struct FrameAnalysis {
  /// The numbers of pixels in 16 steps of brightness.
  private(set) var histogram = [Int](repeating: 0, count: 16)
  /// The mean brightness of the pixels, 0 to 255.
  private(set) var mean = 0.0
  /// The positions of pixels at edges sharp enough to be in focus, row by row.
  private(set) var peaks: [Int] = []
  /// The mean of the blue chroma component; 128 is neutral, larger is blue, smaller is yellow.
  private(set) var blueness = 0.0

  /// The smallest brightness difference between neighbors at a sharp edge.
  private static let edge = 48

  /// Measures a frame with a luma plane and a chroma plane; returns nil for other formats.
  init?(_ pixelBuffer: CVPixelBuffer) {
    guard CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly) == kCVReturnSuccess else { return nil }
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    guard CVPixelBufferGetPlaneCount(pixelBuffer) == 2 else { return nil }
    measureLuma(pixelBuffer)
    measureColor(pixelBuffer)
  }

  private mutating func measureLuma(_ pixelBuffer: CVPixelBuffer) {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return }
    let width = CVPixelBufferGetWidthOfPlane(pixelBuffer, 0)
    let height = CVPixelBufferGetHeightOfPlane(pixelBuffer, 0)
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
    var sum = 0
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let luma = Int(row[x])
        sum += luma
        histogram[luma / 16] += 1
        if x > 0, abs(luma - Int(row[x - 1])) > Self.edge { peaks.append(y * width + x) }
      }
    }
    mean = Double(sum) / Double(max(1, width * height))
  }

  private mutating func measureColor(_ pixelBuffer: CVPixelBuffer) {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 1) else { return }
    let width = CVPixelBufferGetWidthOfPlane(pixelBuffer, 1)
    let height = CVPixelBufferGetHeightOfPlane(pixelBuffer, 1)
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 1)
    var sum = 0
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      // Blue and red samples alternate.
      for x in 0..<width { sum += Int(row[2 * x]) }
    }
    blueness = Double(sum) / Double(max(1, width * height))
  }

  /// The histogram as a line of text; denser characters are taller bars.
  var bars: String {
    let marks = Array(" .:-=+*#%@")
    let tallest = max(1, histogram.max() ?? 1)
    return String(histogram.map { marks[$0 * (marks.count - 1) / tallest] })
  }
}
