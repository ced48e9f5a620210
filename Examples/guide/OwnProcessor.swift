import OpenCapture

/// A processor that blackens a strip at the top and the bottom of each picture.
struct Letterbox: FrameProcessor {
  /// The height of each strip, as a fraction of the picture's height; default 0.12.
  var share = 0.12

  let name = "letterbox"

  mutating func process(_ frame: inout Frame) throws {
    let share = share
    try frame.updateImage(as: .bgra) { picture in
      let rows = picture.height
      let bytesPerRow = picture.planes[0].bytesPerRow
      let strip = min(rows / 2, Int(Double(rows) * share))
      try picture.withUnsafeMutablePlane(0) { pixels in
        for row in 0..<rows where row < strip || row >= rows - strip {
          let start = row * bytesPerRow
          for byte in start..<min(start + bytesPerRow, pixels.count) { pixels[byte] = 0 }
        }
      }
    }
  }
}

/// Returns the library's processors and this one, by name.
func registryWithLetterbox() throws -> ProcessorRegistry {
  var registry = ProcessorRegistry.standard
  let share = ProcessorOption("share", .number(0...0.5), "height of each strip")
  try registry.register("letterbox", options: [share]) { options in
    Letterbox(share: options.number("share") ?? Letterbox().share)
  }
  return registry
}
