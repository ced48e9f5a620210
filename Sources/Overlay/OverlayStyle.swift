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
  var padding: Double { padding(for: fontSize) }

  /// The same for text of another size.
  func padding(for fontSize: Double) -> Double { fontSize / 3 }

  /// How wide a line of text can become, in pixels.
  var labelWidth: Double { max(1, pictureSize.width - 2 * padding) }

  /// How large the box of a text is.
  func boxSize(of text: Size, fontSize: Double) -> Size {
    Size(width: text.width + 2 * padding(for: fontSize), height: text.height + padding(for: fontSize))
  }
}
