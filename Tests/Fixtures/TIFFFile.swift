/// A TIFF file of one picture, uncompressed or with compressed strips.
public struct TIFFFile: Sendable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// The number of bits of each sample.
  public var bitsPerSample = 8
  /// The number of samples of each pixel.
  public var samplesPerPixel = 1
  /// The photometric interpretation: 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK, 6 YCbCr, 8 CIE
  /// L*a*b*, 9 ICC L*a*b*.
  public var photometric = 1
  /// The compression of ``blocks``; 1 is none.
  public var compression = 1
  /// Whether each sample has a plane of its own.
  public var isPlanar = false
  /// The size of tiles in pixels; nil for strips.
  public var tile: (width: Int, height: Int)?
  /// The sample format: 1 unsigned, 2 signed, 3 floating point.
  public var sampleFormat = 1
  /// Whether the lowest bit of a byte is the first pixel.
  public var reversesBits = false
  /// The meaning of samples beyond the colors: 1 premultiplied, 2 straight alpha.
  public var extraSamples: [Int] = []
  /// The red, then the green, then the blue values of a palette.
  public var colorMap: [Int] = []
  /// Whether the file is BigTIFF.
  public var isBig = false
  /// Whether the highest byte of a number comes first.
  public var isBigEndian = false
  /// The bytes of each strip or tile, plane by plane.
  public var blocks: [[UInt8]] = []

  /// Makes a file of 8-bit grey samples without pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Fills the strips or tiles with samples.
  ///
  /// - Parameter value: The bits of the sample of a pixel.
  public mutating func fill(_ value: (_ x: Int, _ y: Int, _ sample: Int) -> UInt64) {
    let size = tile ?? (width, height)
    let planes = isPlanar ? (0..<samplesPerPixel).map { [$0] } : [Array(0..<samplesPerPixel)]
    blocks = []
    for plane in planes {
      for top in stride(from: 0, to: height, by: size.1) {
        for left in stride(from: 0, to: width, by: size.0) {
          let rows = tile == nil ? min(size.1, height - top) : size.1
          blocks.append(
            (top..<top + rows).flatMap { y in
              row(
                (left..<left + size.0).flatMap { x in
                  plane.map { x < width && y < height ? value(x, y, $0) : 0 }
                })
            })
        }
      }
    }
  }

  /// Packs the samples of a row, which ends with a whole byte.
  private func row(_ samples: [UInt64]) -> [UInt8] {
    if bitsPerSample % 8 == 0 { return samples.flatMap { number(Int(truncatingIfNeeded: $0), bitsPerSample / 8) } }
    var bytes = [UInt8](repeating: 0, count: (samples.count * bitsPerSample + 7) / 8)
    for (index, sample) in samples.enumerated() {
      for bit in 0..<bitsPerSample where sample >> (bitsPerSample - 1 - bit) & 1 == 1 {
        let place = index * bitsPerSample + bit
        bytes[place / 8] |= reversesBits ? 1 << (place % 8) : 0x80 >> (place % 8)
      }
    }
    return bytes
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// The file.
  public var bytes: [UInt8] {
    let word = isBig ? 8 : 4
    var file = Array((isBigEndian ? "MM" : "II").utf8) + number(isBig ? 43 : 42, 2)
    if isBig { file += number(8, 2) + number(0, 2) }
    let link = file.count
    file += number(0, word)
    var places: [Int] = []
    for block in blocks {
      places.append(file.count)
      file += block
    }
    let long = isBig ? 16 : 4
    var fields: [(tag: Int, type: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]), (258, 3, Array(repeating: bitsPerSample, count: samplesPerPixel)),
      (259, 3, [compression]), (262, 3, [photometric]), (266, 3, [reversesBits ? 2 : 1]),
      (277, 3, [samplesPerPixel]),
      (284, 3, [isPlanar ? 2 : 1]), (339, 3, Array(repeating: sampleFormat, count: samplesPerPixel)),
    ]
    if let tile {
      fields += [
        (322, 4, [tile.width]), (323, 4, [tile.height]), (324, long, places), (325, long, blocks.map(\.count)),
      ]
    } else {
      fields += [(273, long, places), (278, 4, [height]), (279, long, blocks.map(\.count))]
    }
    if !extraSamples.isEmpty { fields.append((338, 3, extraSamples)) }
    if !colorMap.isEmpty { fields.append((320, 3, colorMap)) }
    let sizes = [3: 2, 4: 4, 16: 8]
    var entries: [UInt8] = []
    for field in fields.sorted(by: { $0.tag < $1.tag }) {
      var values = field.values.flatMap { number($0, sizes[field.type] ?? 0) }
      if values.count > word {
        let place = file.count
        file += values
        values = number(place, word)
      }
      entries += number(field.tag, 2) + number(field.type, 2) + number(field.values.count, word)
      entries += values + Array(repeating: 0, count: word - values.count)
    }
    if file.count % 2 == 1 { file.append(0) }
    file.replaceSubrange(link..<link + word, with: number(file.count, word))
    return file + number(fields.count, isBig ? 8 : 2) + entries + number(0, word)
  }
}
