import OpenCaptureMediaSamples

/// The modules of a linear code, dark or light.
struct Bars {
  private let modules: [Bool]

  init(_ modules: [Bool]) { self.modules = modules }

  /// Draws a grey picture of the modules with a quiet zone around.
  func picture(pixelsPerModule scale: Int, height: Int, quiet: Int) throws -> PixelBuffer {
    let width = (modules.count + 2 * quiet) * scale
    let margin = quiet * scale
    var picture = try PixelBuffer(format: .grey, width: width, height: height + 2 * margin, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height + 2 * margin {
        for x in 0..<width {
          let module = x / scale - quiet
          let isDark =
            modules.indices.contains(module) && modules[module] && (margin..<margin + height).contains(y)
          pixels[y * width + x] = isDark ? 0 : 255
        }
      }
    }
    return picture
  }
}
