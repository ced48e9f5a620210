import MediaSamples

/// Sizes that suit a picture.
struct OverlayStyle: Sendable {
  let pictureSize: Size

  private var shortSide: Double { min(pictureSize.width, pictureSize.height) }

  /// In pixels.
  var lineWidth: Double { max(1.5, shortSide / 200) }
  /// In pixels.
  var fontSize: Double { max(11, shortSide / 36) }
  /// Between text and the edge of its box, in pixels.
  var padding: Double { fontSize / 3 }

  /// The first 48 characters of the first line.
  func shortened(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }.filter { !$0.unicodeScalars.contains { $0.value < 0x20 } }
    let limit = 48
    return line.count > limit || line.count < text.count ? line.prefix(limit) + "…" : String(line)
  }

  /// Where a line of text stands below `bounds`, moved so far that it lies inside the picture.
  func labelBox(below bounds: Rect, textWidth: Double) -> Rect {
    let size = Size(width: textWidth + 2 * padding, height: fontSize + 2 * padding)
    let x = min(bounds.minX, pictureSize.width - size.width)
    let y = min(bounds.maxY + lineWidth * 2, pictureSize.height - size.height)
    return Rect(origin: Point(x: max(0, x), y: max(0, y)), size: size)
  }
}
