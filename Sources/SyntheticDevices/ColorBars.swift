public import OpenCaptureMediaSamples

/// Colour bars at 75 % (after SMPTE EG 1) with a clock of minutes, seconds and milliseconds, and a moving bar.
public struct ColorBars: SyntheticScene {
  /// The colours from left to right: white, yellow, cyan, green, magenta, red, blue.
  public static let colors: [SceneColor] = [
    SceneColor(red: 191, green: 191, blue: 191), SceneColor(red: 191, green: 191, blue: 0),
    SceneColor(red: 0, green: 191, blue: 191), SceneColor(red: 0, green: 191, blue: 0),
    SceneColor(red: 191, green: 0, blue: 191), SceneColor(red: 191, green: 0, blue: 0),
    SceneColor(red: 0, green: 0, blue: 191),
  ]

  /// Creates the scene.
  public init() {}

  /// Draws the bars in the upper three quarters and the clock below.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    try ScenePainter.paint(&buffer) { painter in
      let width = painter.width
      let height = painter.height
      let barHeight = height * 3 / 4
      for (index, color) in Self.colors.enumerated() {
        let left = index * width / Self.colors.count
        let right = (index + 1) * width / Self.colors.count
        painter.fill(x: left & ~1, y: 0, width: (right & ~1) - (left & ~1), height: barHeight, color)
      }
      painter.fill(x: 0, y: barHeight & ~1, width: width, height: height - (barHeight & ~1), .black)
      let step = max(2, width / 100)
      let x = Int(moment.frame % 100) * step
      painter.fill(x: x, y: barHeight, width: step, height: max(2, height / 40), .white)
      drawClock(moment.time, painter, y: barHeight + height / 20)
    }
  }

  private func drawClock(_ time: MediaTime, _ painter: ScenePainter, y: Int) {
    let milliseconds = max(0, time.convertScale(1000).value)
    let fields = [milliseconds / 60_000 % 100, milliseconds / 1000 % 60, milliseconds % 1000]
    let digits = zip(fields, [10, 10, 100]).map { value, first in
      sequence(first: first) { $0 > 1 ? $0 / 10 : nil }.map { Int(value / Int64($0) % 10) }
    }
    let unit = max(2, painter.height / 40 & ~1)
    var x = unit * 2
    for group in digits {
      for digit in group {
        SevenSegments.draw(digit, painter, x: x, y: y, unit: unit)
        x += unit * 4
      }
      x += unit * 2
    }
  }
}

/// Seven-segment digits made of rectangles.
enum SevenSegments {
  /// The lit segments of each digit.
  ///
  /// From the lowest bit: top, upper right, lower right, bottom, lower left, upper left, middle.
  private static let patterns: [UInt8] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f]

  /// The positions of the segments in a grid of 3 by 5 units.
  private static let places: [(x: Int, y: Int, width: Int, height: Int)] = [
    (0, 0, 3, 1), (2, 0, 1, 3), (2, 2, 1, 3), (0, 4, 3, 1), (0, 2, 1, 3), (0, 0, 1, 3), (0, 2, 3, 1),
  ]

  static func draw(_ digit: Int, _ painter: ScenePainter, x: Int, y: Int, unit: Int) {
    for (index, place) in places.enumerated() where patterns[digit] >> UInt8(index) & 1 == 1 {
      painter.fill(
        x: x + place.x * unit, y: y + place.y * unit, width: place.width * unit, height: place.height * unit, .white
      )
    }
  }
}
