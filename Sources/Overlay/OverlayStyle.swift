import OpenCaptureMediaSamples

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

  /// How wide a line of text can become, in pixels.
  var labelWidth: Double { max(1, pictureSize.width - 2 * padding) }

  /// Where the box of a label stands below `bounds`, moved so far that it lies inside the picture.
  func labelBox(below bounds: Rect, label: Size) -> Rect {
    let size = Size(width: label.width + 2 * padding, height: label.height + padding)
    let x = min(bounds.minX, pictureSize.width - size.width)
    let y = min(bounds.maxY + lineWidth * 2, pictureSize.height - size.height)
    return Rect(origin: Point(x: max(0, x), y: max(0, y)), size: size)
  }
}
