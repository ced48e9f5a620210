public import OpenCaptureMediaSamples

/// What a ``SyntheticCamera`` sees by default: a QR code whose text says which frame it is, and two faces, all on the
/// move, so that there is something for every detector.
///
/// The code wanders on the left, the faces on the right; they are drawn, nobody's. It needs libqrencode.
public struct CodeAndFaces: SyntheticScene {
  private let text: @Sendable (SceneMoment) -> String
  private let sprites = FaceSprites()

  /// Shows a code of what `text` gives for each moment; default `frame` and its number.
  public init(text: @escaping @Sendable (SceneMoment) -> String = { "frame \($0.frame)" }) { self.text = text }

  /// How light the ground is, from 0 to 255.
  private static let ground = 150

  /// The share of the width that is the code's.
  private static let codeShare = 0.55

  /// The faces from the top: what is theirs alone.
  private static let faces = [(roll: 6.0, lightness: 215.0), (roll: -4.0, lightness: 190.0)]

  /// Draws the code black on white and the faces, on grey.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let symbol = try DrawnCode(text(moment))
    let (format, size) = (buffer.format, Self.faceSize(buffer.dimensions))
    let faces = try Self.faces.map { face in
      try sprites.face(
        format: format, size: size, roll: face.roll, lightness: face.lightness, ground: Self.ground)
    }
    try ScenePainter.paint(&buffer) { painter in
      let grey = SceneColor(red: Self.ground, green: Self.ground, blue: Self.ground)
      painter.fill(x: 0, y: 0, width: painter.width, height: painter.height, grey)
      let room = Int(Double(painter.width) * Self.codeShare)
      let extent = min(room, painter.height) * 7 / 10
      symbol.draw(painter, frame: Int(moment.frame), width: room, height: painter.height, extent: extent)
      for (index, face) in faces.enumerated() {
        // Each to the other side.
        let way = painter.width - room - face.width
        let x = Swing.place(Int(moment.frame) * 2 + index * max(0, way), within: way)
        let slack = painter.height - faces.count * face.height
        let y = Swing.place(Int(moment.frame), within: slack / 2) + index * (face.height + slack / 2)
        painter.stamp(face, x: (room + x) & ~1, y: y & ~1)
      }
    }
  }

  /// As large as both fit below each other, and beside the code.
  private static func faceSize(_ picture: VideoDimensions) -> Int {
    let width = Double(picture.width) * (1 - codeShare) * 0.8
    return max(8, Int(min(width, Double(picture.height) * 0.44) / FaceSprites.extent)) & ~1
  }
}
