import CoreMedia
import CoreVideo

/// How light a frame is, and how sharp: what an exposure histogram and focus peaking are made of.
struct FrameAnalysis {
  /// How many pixels are how light, in 16 steps.
  private(set) var histogram = [Int](repeating: 0, count: 16)
  /// How light pixels are on average, 0 to 255.
  private(set) var mean = 0.0
  /// The share of pixels at which it becomes so much lighter or darker that they are in focus.
  private(set) var peakShare = 0.0
  /// How blue pixels are on average, beside what they are of yellow: 128 for neither.
  private(set) var blueness = 0.0

  /// How much darker or lighter a neighbour is where something is in focus.
  private static let edge = 48

  /// Looks at the planes of a frame, of which the first is how light and the second which colour pixels are; nil for others.
  init?(_ sampleBuffer: CMSampleBuffer) {
    guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
    guard CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly) == kCVReturnSuccess else { return nil }
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    guard CVPixelBufferGetPlaneCount(pixelBuffer) == 2 else { return nil }
    measureLuma(pixelBuffer)
    measureColor(pixelBuffer)
  }

  private mutating func measureLuma(_ pixelBuffer: CVPixelBuffer) {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0) else { return }
    let (width, height) = (
      CVPixelBufferGetWidthOfPlane(pixelBuffer, 0), CVPixelBufferGetHeightOfPlane(pixelBuffer, 0)
    )
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
    var (sum, peaks) = (0, 0)
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let luma = Int(row[x])
        sum += luma
        histogram[luma / 16] += 1
        if x > 0, abs(luma - Int(row[x - 1])) > Self.edge { peaks += 1 }
      }
    }
    mean = Double(sum) / Double(max(1, width * height))
    peakShare = Double(peaks) / Double(max(1, width * height))
  }

  private mutating func measureColor(_ pixelBuffer: CVPixelBuffer) {
    guard let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 1) else { return }
    let (width, height) = (
      CVPixelBufferGetWidthOfPlane(pixelBuffer, 1), CVPixelBufferGetHeightOfPlane(pixelBuffer, 1)
    )
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 1)
    var sum = 0
    for y in 0..<height {
      let row = (base + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      // Blue and red take turns.
      for x in 0..<width { sum += Int(row[2 * x]) }
    }
    blueness = Double(sum) / Double(max(1, width * height))
  }

  /// The histogram as a line of text, the tallest bar the fullest.
  var bars: String {
    let marks = Array(" .:-=+*#%@")
    let tallest = max(1, histogram.max() ?? 1)
    return String(histogram.map { marks[$0 * (marks.count - 1) / tallest] })
  }
}
