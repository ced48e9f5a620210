import OpenCapture

/// Blackens a strip at the top and the bottom of each picture, as films have them.
struct Letterbox: FrameProcessor {
  /// How high each strip is, as a share of the picture's height.
  var share = 0.12

  let name = "letterbox"

  mutating func process(_ frame: inout Frame) throws {
    let share = share
    try frame.updateImage(as: .bgra) { picture in
      let (rows, bytesPerRow) = (picture.height, picture.planes[0].bytesPerRow)
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

/// All processors of the library, and this one, under names.
func registryWithLetterbox() throws -> ProcessorRegistry {
  var registry = ProcessorRegistry.standard
  let share = ProcessorOption("share", .number(0...0.5), "how high each strip is")
  try registry.register("letterbox", options: [share]) { options in
    Letterbox(share: options.number("share") ?? Letterbox().share)
  }
  return registry
}
