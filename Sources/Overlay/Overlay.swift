import MediaSamples
import Metadata

/// Draws what was found onto the picture it was found in.
///
/// Everything gets its outline, a dot at the top left corner of its own frame, and a label: a code's text, a face's
/// number. Line widths and letters grow with the picture. Cairo draws; it is loaded when something is drawn first.
public struct Overlay: Sendable {
  /// Makes an overlay.
  public init() {}

  /// Draws objects onto a picture.
  ///
  /// - Parameters:
  ///   - objects: What was found, in the coordinates that `transform` begins with.
  ///   - picture: A picture in BGRA; copied first where its memory is shared.
  ///   - transform: From the objects' coordinates to pixels of the picture.
  /// - Throws: ``OverlayError`` where Cairo is missing or the picture isn't BGRA; `MediaError` where memory is.
  public func draw(
    _ objects: [any MetadataObject], on picture: inout PixelBuffer, through transform: PictureTransform
  ) throws {
    let size = picture.dimensions.size
    try Canvas.draw(on: &picture) { canvas in
      let style = OverlayStyle(pictureSize: size)
      for object in objects {
        let object = object.transformed(by: transform)
        draw(outlineOf: object.corners, on: canvas, style)
        draw(label: object.label, below: object.bounds, on: canvas, style)
      }
    }
  }

  private func draw(outlineOf corners: Corners, on canvas: Canvas, _ style: OverlayStyle) {
    canvas.setColor(.shadow)
    canvas.strokePolygon(corners, width: style.lineWidth * 2)
    canvas.setColor(.found)
    canvas.strokePolygon(corners, width: style.lineWidth)
    canvas.fillCircle(corners.topLeft, radius: style.lineWidth * 2)
  }

  /// Puts the label under what it names, or wherever that leaves it inside the picture.
  private func draw(label: String, below bounds: Rect, on canvas: Canvas, _ style: OverlayStyle) {
    canvas.setFont(size: style.fontSize)
    let text = style.shortened(label)
    let box = style.labelBox(below: bounds, textWidth: canvas.width(of: text))
    canvas.setColor(.shadow)
    canvas.fillRect(box)
    canvas.setColor(.text)
    canvas.drawText(
      text, at: Point(x: box.minX + style.padding, y: box.maxY - style.padding - style.fontSize * 0.2))
  }
}

extension MetadataObject {
  fileprivate var corners: Corners { (self as? MachineReadableCodeObject)?.corners ?? Corners(bounds) }

  fileprivate var label: String {
    switch self {
    case let code as MachineReadableCodeObject: code.stringValue ?? "\(code.bytes.count) bytes"
    case let face as FaceObject: "\(face.faceID)"
    default: type.rawValue
    }
  }
}
