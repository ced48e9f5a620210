import COpenCapturePixels
import OpenCaptureMediaSamples

/// The opacity of a picture, collected row by row; memory is allocated with the first row that isn't opaque.
struct OpacityCollector {
  private let size: VideoDimensions
  private let task: DecodingTask
  private var strip: [UInt8] = []
  private var rowCount = 0
  /// The opacity of all rows in grey, opaque until appended; nil if all appended rows are opaque.
  private(set) var plane: PixelBuffer?

  init(size: VideoDimensions, _ task: DecodingTask) {
    self.size = size
    self.task = task
  }

  /// Appends rows, whose alpha `fill` writes without gaps, and returns whether they are opaque.
  mutating func append(count: Int, fill: (UnsafeMutablePointer<UInt8>?) -> Void) throws(PictureError) -> Bool {
    let byteCount = size.width * count
    if strip.count < byteCount { strip = [UInt8](repeating: 0, count: byteCount) }
    let isOpaque = strip.withUnsafeMutableBufferPointer { bytes in
      fill(bytes.baseAddress)
      return cpixels_are_opaque(bytes.baseAddress, byteCount)
    }
    if !isOpaque { try write(strip[..<byteCount]) }
    rowCount += count
    return isOpaque
  }

  private mutating func write(_ alphas: ArraySlice<UInt8>) throws(PictureError) {
    var plane = if let begun = self.plane.take() { begun } else { try opaquePlane() }
    let start = rowCount * size.width
    try task.write(&plane) { planes in
      UnsafeMutableRawBufferPointer(rebasing: planes[0].dropFirst(start)).copyBytes(from: alphas)
    }
    self.plane = plane
  }

  private func opaquePlane() throws(PictureError) -> PixelBuffer {
    var plane = try task.makeGreyBuffer(size)
    try task.write(&plane) { planes in _ = planes[0].initializeMemory(as: UInt8.self, repeating: 255) }
    return plane
  }
}
