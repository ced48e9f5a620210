import CPictureFixtures
import Fixtures
import Glibc
import Testing

/// A PNG file of random pixels in any colour type, and the expected result of decoding it.
struct PNGFixture: Sendable, CustomTestStringConvertible {
  var width: Int
  var height: Int
  var colourType: Int
  var depth: Int
  var isInterlaced = false
  var palette: [UInt8] = []
  var alphas: [UInt8] = []
  var key: [UInt16] = []
  var rows: [UInt8] = []

  init(
    _ width: Int, _ height: Int, colourType: Int, depth: Int, isInterlaced: Bool = false, hasKey: Bool = false
  ) {
    self.width = width
    self.height = height
    self.colourType = colourType
    self.depth = depth
    self.isInterlaced = isInterlaced
    var random = SeededGenerator(seed: UInt64(width * 1000 + height * 100 + colourType * 17 + depth))
    rows = random.bytes(bytesPerRow * height)
    if colourType == 3 {
      palette = random.bytes(3 << depth)
      if hasKey { alphas = random.bytes(max(1, (1 << depth) / 2)) }
    } else if hasKey {
      key = (0..<samplesPerPixel).map { UInt16(sample(0, 0, $0)) }
    }
  }

  var testDescription: String {
    "\(width)×\(height), colour type \(colourType), \(depth) bits" + (isInterlaced ? ", interlaced" : "")
      + (key.isEmpty && alphas.isEmpty ? "" : ", tRNS")
  }

  var samplesPerPixel: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 0 }
  var bytesPerRow: Int { (width * samplesPerPixel * depth + 7) / 8 }

  var file: [UInt8] {
    var fixture = fixture_png()
    fixture.width = width
    fixture.height = height
    fixture.is_interlaced = isInterlaced
    fixture.bit_depth = Int32(depth)
    fixture.colour_type = Int32(colourType)
    fixture.bytes_per_row = bytesPerRow
    return palette.withUnsafeBufferPointer { palette in
      alphas.withUnsafeBufferPointer { alphas in
        key.withUnsafeBufferPointer { key in
          rows.withUnsafeBufferPointer { rows in
            if !palette.isEmpty { fixture.palette = palette.baseAddress }
            if !alphas.isEmpty { fixture.alphas = alphas.baseAddress }
            if !key.isEmpty { fixture.key = key.baseAddress }
            fixture.palette_count = Int32(palette.count / 3)
            fixture.alpha_count = Int32(alphas.count)
            fixture.rows = rows.baseAddress
            return fixture.file
          }
        }
      }
    }
  }

  /// Returns a sample as stored in the file.
  func sample(_ x: Int, _ y: Int, _ index: Int) -> Int {
    let bit = (x * samplesPerPixel + index) * depth
    let byte = y * bytesPerRow + bit / 8
    if depth == 16 { return Int(rows[byte]) << 8 | Int(rows[byte + 1]) }
    return Int(rows[byte]) >> (8 - depth - bit % 8) & (1 << depth - 1)
  }

  private func scaled(_ sample: Int) -> Int {
    let maximum = 1 << depth - 1
    return (sample * 255 + maximum / 2) / maximum
  }

  /// Returns red, green, blue and alpha of a pixel, from 0 to 255.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    let samples = (0..<samplesPerPixel).map { sample(x, y, $0) }
    let isKey = !key.isEmpty && samples == key.map(Int.init)
    switch colourType {
    case 0: return [Int](repeating: scaled(samples[0]), count: 3) + [isKey ? 0 : 255]
    case 2: return samples.map(scaled) + [isKey ? 0 : 255]
    case 3:
      let alpha = samples[0] < alphas.count ? Int(alphas[samples[0]]) : 255
      return palette[samples[0] * 3..<samples[0] * 3 + 3].map(Int.init) + [alpha]
    case 4: return [Int](repeating: scaled(samples[0]), count: 3) + [scaled(samples[1])]
    default: return samples.map(scaled)
    }
  }

  /// Returns the expected BGRA pixels without padding; composited over white unless alpha is kept.
  func bgra(keepsAlpha: Bool) -> [UInt8] {
    (0..<width * height).flatMap { index -> [UInt8] in
      var pixel = pixel(index % width, index / width)
      if !keepsAlpha {
        let alpha = Double(pixel[3]) / 255
        pixel = pixel[..<3].map { Int((Double($0) * alpha + 255 * (1 - alpha)).rounded()) } + [255]
      }
      return [pixel[2], pixel[1], pixel[0], pixel[3]].map { UInt8($0) }
    }
  }

  /// Returns fixtures of a size in all variants of PNG.
  static func all(_ width: Int, _ height: Int) -> [PNGFixture] {
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    return depths.sorted { $0.key < $1.key }.flatMap { type, depths in
      depths.flatMap { depth in
        [false, true].flatMap { isInterlaced in
          (type < 4 ? [false, true] : [false]).map { hasKey in
            PNGFixture(
              width, height, colourType: type, depth: depth, isInterlaced: isInterlaced, hasKey: hasKey)
          }
        }
      }
    }
  }
}

extension fixture_png {
  /// The bytes of the file; the pointers of the fixture must be valid.
  var file: [UInt8] {
    var bytes: UnsafeMutablePointer<UInt8>?
    var fixture = self
    let count = fixture_write_png(&fixture, &bytes)
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
