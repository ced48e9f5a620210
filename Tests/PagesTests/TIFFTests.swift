import Fixtures
import OpenCaptureMediaSamples
import OpenCapturePages
import OpenCapturePictures
import Testing

@Suite("TIFF pictures")
struct TIFFTests {
  private static let width = 40
  private static let height = 24

  /// Returns the red, green or blue value of a pixel, 0 to 1; grey is the first.
  private static func color(_ x: Int, _ y: Int, _ channel: Int) -> Double {
    [Double(x) / 39, Double(y) / 23, Double((x + y) % 16) / 15][channel]
  }

  private func page(_ file: TIFFFile) throws -> PicturePage {
    try PicturePages(DataBuffer(copying: file.bytes.span.bytes), name: "a.tif").page(1)
  }

  /// Returns the largest difference from the expected colors of a page, 0 to 255.
  private func difference(
    _ page: PicturePage, _ expected: (_ x: Int, _ y: Int, _ channel: Int) -> Double
  ) throws -> Double {
    let picture = try #require(page.sampleBuffer.pixelBuffer).converted(to: .bgra)
    let stride = picture.planes[0].bytesPerRow
    return picture.withUnsafePlane(0) { bytes in
      var most = 0.0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          for channel in 0..<3 {
            let seen = Double(bytes[y * stride + x * 4 + 2 - channel])
            most = max(most, abs(seen - 255 * expected(x, y, channel)))
          }
        }
      }
      return most
    }
  }

  /// Returns the bits of an unsigned value.
  private func bits(_ value: Double, _ count: Int) -> UInt64 { UInt64((value * Double(1 << count - 1)).rounded()) }

  @Test(
    "Samples of any number of bits are read, in either bit order",
    arguments: [1, 2, 4, 6, 8, 10, 12, 16, 24, 32])
  func bitDepths(_ count: Int) throws {
    let most = Double(1 << count - 1)
    for reverses in count < 8 ? [false, true] : [false] {
      for photometric in [0, 1, 2] {
        var file = TIFFFile(width: Self.width, height: Self.height)
        file.bitsPerSample = count
        file.reversesBits = reverses
        file.photometric = photometric
        file.samplesPerPixel = photometric == 2 ? 3 : 1
        file.fill { bits(Self.color($0, $1, $2), count) }
        let page = try page(file)
        #expect(page.damage == nil)
        let found = try difference(page) { x, y, channel in
          let value = (Self.color(x, y, photometric == 2 ? channel : 0) * most).rounded() / most
          return photometric == 0 ? 1 - value : value
        }
        #expect(found <= 1, "\(photometric) \(reverses)")
      }
    }
  }

  @Test(
    "Planes, tiles, byte orders and BigTIFF are read",
    arguments: [false, true], [false, true])
  func layouts(_ isPlanar: Bool, _ isTiled: Bool) throws {
    for (isBigEndian, isBig, count) in [(false, false, 8), (true, false, 16), (false, true, 8), (true, true, 16)] {
      var file = TIFFFile(width: Self.width, height: Self.height)
      file.photometric = 2
      file.samplesPerPixel = 3
      file.bitsPerSample = count
      file.isPlanar = isPlanar
      file.tile = isTiled ? (32, 16) : nil
      file.isBigEndian = isBigEndian
      file.isBig = isBig
      file.fill { bits(Self.color($0, $1, $2), count) }
      #expect(try difference(page(file), Self.color) <= 1)
    }
  }

  @Test("Signed and floating-point samples are read", arguments: [(2, 8), (2, 16), (3, 32), (3, 64)])
  func numbers(_ format: Int, _ count: Int) throws {
    var file = TIFFFile(width: Self.width, height: Self.height)
    file.sampleFormat = format
    file.bitsPerSample = count
    file.fill { x, y, _ in
      let value = Self.color(x, y, 0)
      if format == 2 { return UInt64(bitPattern: Int64(bits(value, count)) - 1 << (count - 1)) }
      return count == 32 ? UInt64(Float(value).bitPattern) : value.bitPattern
    }
    #expect(try difference(page(file)) { x, y, _ in Self.color(x, y, 0) } <= 1)
  }

  @Test("Floating-point values beyond 0 to 1 are scaled to their range")
  func floatRange() throws {
    var file = TIFFFile(width: Self.width, height: Self.height)
    file.sampleFormat = 3
    file.bitsPerSample = 32
    file.fill { x, y, _ in UInt64(Float(Self.color(x, y, 0) * 500 - 100).bitPattern) }
    #expect(try difference(page(file)) { x, y, _ in Self.color(x, y, 0) } <= 1)
  }

  @Test(
    "Straight and premultiplied alpha of grey and colors are composited over white", arguments: [1, 3], [8, 16])
  func alpha(_ colors: Int, _ count: Int) throws {
    func alpha(_ y: Int) -> Double { Double(y % 6) / 5 }
    for (kind, isPlanar) in [(1, false), (2, false), (1, true), (2, true)] {
      var file = TIFFFile(width: Self.width, height: Self.height)
      file.photometric = colors == 3 ? 2 : 1
      file.samplesPerPixel = colors + 1
      file.bitsPerSample = count
      file.extraSamples = [kind]
      file.isPlanar = isPlanar
      file.fill { x, y, sample in
        let value = sample == colors ? alpha(y) : Self.color(x, y, sample) * (kind == 1 ? alpha(y) : 1)
        return bits(value, count)
      }
      let found = try difference(page(file)) { x, y, channel in
        Self.color(x, y, colors == 3 ? channel : 0) * alpha(y) + 1 - alpha(y)
      }
      #expect(found <= 3)
    }
  }

  @Test("A fourth sample declared as unspecified is ignored")
  func unspecified() throws {
    var file = TIFFFile(width: Self.width, height: Self.height)
    file.photometric = 2
    file.samplesPerPixel = 4
    file.extraSamples = [0]
    file.fill { x, y, sample in sample == 3 ? 7 : bits(Self.color(x, y, sample), 8) }
    #expect(try difference(page(file), Self.color) <= 1)
  }

  @Test("CMYK is read, also in separate planes", arguments: [false, true], [8, 16])
  func cmyk(_ isPlanar: Bool, _ count: Int) throws {
    var file = TIFFFile(width: Self.width, height: Self.height)
    file.photometric = 5
    file.samplesPerPixel = 4
    file.bitsPerSample = count
    file.isPlanar = isPlanar
    file.fill { x, y, sample in bits(sample == 3 ? 0.25 : 1 - Self.color(x, y, sample), count) }
    #expect(try difference(page(file)) { x, y, channel in 0.75 * Self.color(x, y, channel) } <= 2)
  }

  @Test("Palettes with entries of 16 and 8 bits are read", arguments: [1, 257])
  func palette(_ unit: Int) throws {
    var file = TIFFFile(width: Self.width, height: Self.height)
    file.photometric = 3
    file.colorMap = [{ $0 }, { 255 - $0 }, { $0 / 2 }].flatMap { value in (0..<256).map { value($0) * unit } }
    file.fill { x, _, _ in UInt64(x * 6) }
    let found = try difference(page(file)) { x, _, channel in
      Double([x * 6, 255 - x * 6, x * 3][channel]) / 255
    }
    #expect(found <= 1)
  }

  @Test(
    "L*a*b* is read and keeps its white", arguments: [8, 9], [(8, false), (16, false), (8, true), (16, true)])
  func lab(_ photometric: Int, _ kind: (bits: Int, isPlanar: Bool)) throws {
    let count = kind.bits
    var file = TIFFFile(width: 3, height: 1)
    file.photometric = photometric
    file.bitsPerSample = count
    file.samplesPerPixel = 3
    file.isPlanar = kind.isPlanar
    // White, the red of sRGB, and grey.
    let colors: [[Double]] = [[100, 0, 0], [54.29, 80.80, 69.89], [53.39, 0, 0]]
    let most = count == 8 ? 255.0 : photometric == 9 ? 65280 : 65535
    file.fill { x, _, sample in
      let value = colors[x][sample]
      let scaled =
        sample == 0
        ? value / 100 * most : (value + (photometric == 9 ? 128 : 0)) * (count == 16 ? 256 : 1)
      return UInt64(truncatingIfNeeded: Int(scaled.rounded())) & (1 << UInt64(count) - 1)
    }
    let expected: [[Double]] = [[255, 255, 255], [255, 0, 0], [127, 127, 127]]
    #expect(try difference(page(file)) { x, _, channel in expected[x][channel] / 255 } < 4)
  }

  @Test("JPEG compression is read: YCbCr and grey")
  func jpeg() throws {
    for format in [PixelFormat.rgb24, .grey] {
      var picture = try PixelBuffer(format: .grey, width: 64, height: 48, rowAlignment: 1)
      try picture.withUnsafeMutablePlane(0) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(index % 64 * 4) }
      }
      let encoded = try JPEGEncoder(quality: 95).encode(picture.converted(to: format))
      var file = TIFFFile(width: 64, height: 48)
      file.compression = 7
      file.photometric = format == .grey ? 1 : 6
      file.samplesPerPixel = format == .grey ? 1 : 3
      file.blocks = [encoded.data.withUnsafeBytes { [UInt8]($0) }]
      #expect(try difference(page(file)) { x, _, _ in Double(x * 4) / 255 } <= 4)
    }
  }

  @Test(
    "The error of an unsupported compression names it",
    arguments: [(34712, "JPEG 2000"), (60_000, "number 60000")])
  func unknownCompression(_ number: Int, _ name: String) throws {
    var file = TIFFFile(width: 8, height: 8)
    file.compression = number
    file.blocks = [[UInt8](repeating: 0, count: 64)]
    let error = #expect(throws: PictureError.self) { try page(file) }
    #expect(
      error?.code == .libraryMissing && error?.reason.contains("does not support \(name) compression") == true)
  }

  @Test("An unsupported type of picture is an error, not a blank picture")
  func unsupported() throws {
    var file = TIFFFile(width: 8, height: 8)
    // A color filter array, as in sensor data.
    file.photometric = 32803
    file.fill { x, y, _ in UInt64(x * y) }
    let error = #expect(throws: PictureError.self) { try page(file) }
    #expect(error?.code == .unsupportedConversion && error?.hint != nil)
  }

  @Test("The intact tiles of a damaged picture are decoded, and the damage is reported")
  func damagedTile() throws {
    var file = TIFFFile(width: 32, height: 16)
    file.tile = (16, 16)
    file.compression = 8
    file.blocks = [[UInt8](repeating: 0xff, count: 30), Self.stored([UInt8](repeating: 90, count: 256))]
    let page = try page(file)
    #expect(page.damage?.code == .corrupt)
    #expect(try difference(page) { x, _, _ in x < 16 ? 1 : 90 / 255 } <= 1)
    file.blocks[1] = file.blocks[0]
    let error = #expect(throws: PictureError.self) { try self.page(file) }
    #expect(error?.code == .corrupt)
  }

  /// Wraps bytes as a zlib stream without compression (RFC 1950, RFC 1951).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    let sums = bytes.reduce((1, 0)) { sums, byte in
      let first = (sums.0 + Int(byte)) % 65521
      return (first, (sums.1 + first) % 65521)
    }
    let check = [sums.1 >> 8, sums.1 & 255, sums.0 >> 8, sums.0 & 255].map { UInt8($0) }
    return [0x78, 0x01, 1] + length + length.map { ~$0 } + bytes + check
  }

  @Test(
    "A directory beyond the end of a BigTIFF file is a page that cannot be read",
    arguments: [UInt64.max, UInt64(Int.max), 1 << 48, 1 << 20] as [UInt64], [false, true])
  func farDirectory(_ link: UInt64, _ isFirst: Bool) throws {
    var file = TIFFFile(width: 4, height: 4)
    file.isBig = true
    file.fill { x, _, _ in UInt64(x) }
    var bytes = file.bytes
    let place = isFirst ? 8 : bytes.count - 8
    bytes.replaceSubrange(place..<place + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: link >> ($0 * 8)) })
    let pages = try PicturePages(DataBuffer(copying: bytes.span.bytes))
    #expect(pages.count == (isFirst ? 1 : 2))
    #expect(throws: PictureError.self) { try pages.page(pages.count) }
  }

  @Test(
    "The orientation is read in either byte order and in BigTIFF", arguments: [false, true],
    [false, true])
  func orientation(_ isBigEndian: Bool, _ isBig: Bool) throws {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    let word = isBig ? 8 : 4
    func field(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(3, 2) + number(1, word) + number(value, 2) + [UInt8](repeating: 0, count: word - 2)
    }
    func orientation(_ bytes: [UInt8]) -> ImageOrientation? {
      TIFFDirectories { Array(bytes.dropFirst($0).prefix($1)) }?.pages.first?.orientation
    }
    let header =
      Array((isBigEndian ? "MM" : "II").utf8)
      + (isBig ? number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8) : number(42, 2) + number(8, 4))
      + number(2, isBig ? 8 : 2)
    let turned = header + field(256, 6) + field(274, 8)
    #expect(orientation(turned) == .left)
    #expect(orientation(header + field(256, 6) + field(257, 6)) == nil)
    #expect(orientation(header + field(256, 6) + field(274, 0xffff)) == nil)
    for count in turned.indices { _ = orientation(Array(turned.prefix(count))) }
  }
}
