import OpenCaptureMediaSamples

/// Every pixel of a picture in exact arithmetic, and its expected values in other formats.
///
/// Luma ranges from 0 to 255 and chroma from −127.5 to 127.5, regardless of the picture's range.
struct ReferencePicture {
  struct Pixel {
    var luma = 0.0, cb = 0.0, cr = 0.0
    var red = 0.0, green = 0.0, blue = 0.0, alpha = 255.0
  }

  let width: Int
  let height: Int
  private var pixels: [Pixel] = []
  private let isRGB: Bool
  private let weights: (red: Double, blue: Double)

  init(_ buffer: PixelBuffer, matrix: ColorMatrix) {
    width = buffer.width
    height = buffer.height
    weights = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    isRGB = [.bgra, .rgba, .rgb24, .bgr24].contains(buffer.format)
    let planes = buffer.planes.indices.map { buffer.pixels(plane: $0) }
    for y in 0..<height {
      for x in 0..<width {
        let bytes = buffer.format.components(planes, buffer.planes.map(\.bytesInRow), x: x, y: y)
        pixels.append(isRGB ? fromRGB(bytes) : fromYCbCr(bytes, buffer.format.colorRange))
      }
    }
  }

  private func fromRGB(_ bytes: [UInt8]) -> Pixel {
    var pixel = Pixel(red: Double(bytes[0]), green: Double(bytes[1]), blue: Double(bytes[2]))
    if bytes.count > 3 { pixel.alpha = Double(bytes[3]) }
    let green = 1 - weights.red - weights.blue
    pixel.luma = weights.red * pixel.red + green * pixel.green + weights.blue * pixel.blue
    pixel.cb = (pixel.blue - pixel.luma) / (2 - 2 * weights.blue)
    pixel.cr = (pixel.red - pixel.luma) / (2 - 2 * weights.red)
    return pixel
  }

  private func fromYCbCr(_ bytes: [UInt8], _ range: ColorRange) -> Pixel {
    let isVideo = range == .video
    var pixel = Pixel()
    pixel.luma = isVideo ? (Double(bytes[0]) - 16) * 255 / 219 : Double(bytes[0])
    pixel.cb = (Double(bytes[1]) - 128) * (isVideo ? 255.0 / 224 : 1)
    pixel.cr = (Double(bytes[2]) - 128) * (isVideo ? 255.0 / 224 : 1)
    pixel.red = pixel.luma + (2 - 2 * weights.red) * pixel.cr
    pixel.blue = pixel.luma + (2 - 2 * weights.blue) * pixel.cb
    let green = 1 - weights.red - weights.blue
    pixel.green = (pixel.luma - weights.red * pixel.red - weights.blue * pixel.blue) / green
    return pixel
  }

  /// Returns the exact values of a plane of this picture in another format, before rounding.
  func plane(_ index: Int, of format: PixelFormat) -> [Double] {
    let toByte: (ColorRange, Double, Double) -> Double = { range, zero, value in
      let span = zero == 128 ? 224.0 : 219.0
      return min(max(0, range == .video ? zero + value * span / 255 : (zero == 128 ? 128 : 0) + value), 255)
    }
    let luma = { (pixel: Pixel) in toByte(format.colorRange, 16, pixel.luma) }
    let chroma = { (value: Double) in toByte(format.colorRange, 128, value) }
    let clamped = { (value: Double) in min(max(0, value), 255) }
    switch (format, index) {
    case (.bgra, _): return pixels.flatMap { [clamped($0.blue), clamped($0.green), clamped($0.red), $0.alpha] }
    case (.rgba, _): return pixels.flatMap { [clamped($0.red), clamped($0.green), clamped($0.blue), $0.alpha] }
    case (.rgb24, _): return pixels.flatMap { [clamped($0.red), clamped($0.green), clamped($0.blue)] }
    case (.bgr24, _): return pixels.flatMap { [clamped($0.blue), clamped($0.green), clamped($0.red)] }
    case (_, 0): return pixels.map(luma)
    case (.i420, 1), (.i420FullRange, 1): return blocks.map { chroma($0.cb) }
    case (.i420, _), (.i420FullRange, _): return blocks.map { chroma($0.cr) }
    default: return blocks.flatMap { [chroma($0.cb), chroma($0.cr)] }
    }
  }

  /// Returns the average chroma of each block of two by two pixels, cropped to the picture.
  private var blocks: [(cb: Double, cr: Double)] {
    stride(from: 0, to: height, by: 2).flatMap { y in
      stride(from: 0, to: width, by: 2).map { x in
        let inside = (y..<min(y + 2, height)).flatMap { y in
          (x..<min(x + 2, width)).map { x in pixels[y * width + x] }
        }
        let count = Double(inside.count)
        return (inside.reduce(0) { $0 + $1.cb } / count, inside.reduce(0) { $0 + $1.cr } / count)
      }
    }
  }
}

extension PixelFormat {
  /// Returns the components of a pixel: red, green, blue and optionally alpha, or luma, Cb and Cr.
  fileprivate func components(_ planes: [[UInt8]], _ rows: [Int], x: Int, y: Int) -> [UInt8] {
    func byte(_ plane: Int, _ x: Int, _ y: Int) -> UInt8 { planes[plane][y * rows[plane] + x] }
    let group = x / 2 * 4
    return switch self {
    case .bgra: [2, 1, 0, 3].map { byte(0, x * 4 + $0, y) }
    case .rgba: (0..<4).map { byte(0, x * 4 + $0, y) }
    case .rgb24: (0..<3).map { byte(0, x * 3 + $0, y) }
    case .bgr24: (0..<3).reversed().map { byte(0, x * 3 + $0, y) }
    case .grey: [byte(0, x, y), 128, 128]
    case .nv12, .nv12FullRange: [byte(0, x, y), byte(1, x / 2 * 2, y / 2), byte(1, x / 2 * 2 + 1, y / 2)]
    case .nv21: [byte(0, x, y), byte(1, x / 2 * 2 + 1, y / 2), byte(1, x / 2 * 2, y / 2)]
    case .i420, .i420FullRange: [byte(0, x, y), byte(1, x / 2, y / 2), byte(2, x / 2, y / 2)]
    case .i422: [byte(0, x, y), byte(1, x / 2, y), byte(2, x / 2, y)]
    case .yuyv, .yuyvFullRange: [byte(0, x * 2, y), byte(0, group + 1, y), byte(0, group + 3, y)]
    default: [byte(0, x * 2 + 1, y), byte(0, group, y), byte(0, group + 2, y)]
    }
  }
}

/// Returns the largest difference between a picture and its reference; infinite if the sizes differ.
func largestError(_ buffer: PixelBuffer, _ reference: ReferencePicture) -> Double {
  buffer.planes.indices.map { index in
    let bytes = buffer.pixels(plane: index)
    let exact = reference.plane(index, of: buffer.format)
    guard bytes.count == exact.count else { return .infinity }
    return zip(bytes, exact).reduce(0) { max($0, abs(Double($1.0) - $1.1)) }
  }.max() ?? .infinity
}
