import CPictureFixtures
import Glibc

/// A JPEG file of a smooth picture, in any variant that libjpeg can write.
struct JPEGFixture: Sendable {
  var width: Int
  var height: Int
  var colour = FIXTURE_YCC
  /// The horizontal and vertical sampling factors of each component.
  var sampling: [(across: Int, down: Int)] = [(1, 1), (1, 1), (1, 1), (1, 1)]
  var isProgressive = false
  var isArithmetic = false
  var hasAdobeMarker = true
  var restartInterval = 0

  init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  var samplesPerPixel: Int {
    switch colour {
    case FIXTURE_GREY: 1
    case FIXTURE_YCC, FIXTURE_RGB: 3
    default: 4
    }
  }

  /// Returns a sample of the picture, from gradients that survive lossy compression.
  func sample(_ x: Int, _ y: Int, _ index: Int) -> UInt8 {
    let u = Double(x) / Double(max(width, 32))
    let v = Double(y) / Double(max(height, 32))
    let values = [60 + 120 * u, 80 + 100 * v, 200 - 60 * u - 60 * v, 220 - 80 * u * v]
    return UInt8(values[index])
  }

  var file: [UInt8] {
    var fixture = fixture_jpeg()
    fixture.width = width
    fixture.height = height
    fixture.colour = colour
    let across = sampling.map { Int32($0.across) }
    let down = sampling.map { Int32($0.down) }
    fixture.horizontal = (across[0], across[1], across[2], across[3])
    fixture.vertical = (down[0], down[1], down[2], down[3])
    fixture.is_progressive = isProgressive
    fixture.is_arithmetic = isArithmetic
    fixture.lacks_adobe_marker = !hasAdobeMarker
    fixture.restart_interval = Int32(restartInterval)
    fixture.bytes_per_row = width * samplesPerPixel
    let rows = (0..<height).flatMap { y in
      (0..<width).flatMap { x in (0..<samplesPerPixel).map { sample(x, y, $0) } }
    }
    return rows.withUnsafeBufferPointer { rows in
      fixture.rows = rows.baseAddress
      var bytes: UnsafeMutablePointer<UInt8>?
      let count = fixture_write_jpeg(&fixture, &bytes)
      defer { free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// Returns red, green and blue of a pixel.
  func colours(_ x: Int, _ y: Int) -> [Double] {
    let samples = (0..<samplesPerPixel).map { Double(sample(x, y, $0)) }
    switch colour {
    case FIXTURE_GREY: return [samples[0], samples[0], samples[0]]
    case FIXTURE_YCC, FIXTURE_RGB: return samples
    default:
      // With an Adobe marker, the values are amounts of light, otherwise of ink.
      let light = hasAdobeMarker ? samples : samples.map { 255 - $0 }
      return light[..<3].map { $0 * light[3] / 255 }
    }
  }

  func luma(_ x: Int, _ y: Int) -> Double {
    let colours = colours(x, y)
    return 0.299 * colours[0] + 0.587 * colours[1] + 0.114 * colours[2]
  }

  static let sampling420: [(across: Int, down: Int)] = [(2, 2), (1, 1), (1, 1), (2, 2)]
  static let sampling422: [(across: Int, down: Int)] = [(2, 1), (1, 1), (1, 1), (2, 1)]
  static let sampling440: [(across: Int, down: Int)] = [(1, 2), (1, 1), (1, 1), (1, 2)]
  static let sampling411: [(across: Int, down: Int)] = [(4, 1), (1, 1), (1, 1), (4, 1)]
  /// Luma with a lower resolution than chroma, which is allowed.
  static let samplingOdd: [(across: Int, down: Int)] = [(1, 1), (2, 2), (2, 2), (1, 1)]

  /// Luma with a lower resolution than chroma in one direction.
  static let samplingOdder: [(across: Int, down: Int)] = [(1, 2), (2, 1), (2, 1), (1, 1)]

  func with(_ change: (inout JPEGFixture) -> Void) -> JPEGFixture {
    var copy = self
    change(&copy)
    return copy
  }
}
