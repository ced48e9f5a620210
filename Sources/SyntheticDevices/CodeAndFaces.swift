public import OpenCaptureMediaSamples

/// The default scene of a ``SyntheticCamera``: a moving QR code whose text identifies the frame, and two moving faces.
///
/// The scene has content for every detector. The code moves on the left and the faces on the right. The faces are drawn
/// and depict no real person. Drawing the code requires libqrencode.
public struct CodeAndFaces: SyntheticScene {
  private let text: @Sendable (SceneMoment) -> String
  private let sprites = FaceSprites()

  /// Creates the scene with a code whose content `text` returns for each moment (default: `frame` and its number).
  public init(text: @escaping @Sendable (SceneMoment) -> String = { "frame \($0.frame)" }) { self.text = text }

  /// The luma of the background, 0 to 255.
  private static let ground = 150

  /// The fraction of the width that the code occupies.
  private static let codeShare = 0.55

  /// The individual properties of the faces, from top to bottom.
  private static let faces = [(roll: 6.0, lightness: 215.0), (roll: -4.0, lightness: 190.0)]

  /// Draws the black and white code and the faces on a grey background.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let symbol = try DrawnCode(text(moment))
    let format = buffer.format
    let size = Self.faceSize(buffer.dimensions)
    let faces = try Self.faces.map { face in
      try sprites.face(format: format, size: size, roll: face.roll, lightness: face.lightness, ground: Self.ground)
    }
    try ScenePainter.paint(&buffer) { painter in
      let grey = SceneColor(red: Self.ground, green: Self.ground, blue: Self.ground)
      painter.fill(x: 0, y: 0, width: painter.width, height: painter.height, grey)
      let room = Int(Double(painter.width) * Self.codeShare)
      let extent = min(room, painter.height) * 7 / 10
      symbol.draw(painter, frame: Int(moment.frame), width: room, height: painter.height, extent: extent)
      for (index, face) in faces.enumerated() {
        // The faces start at opposite ends.
        let range = painter.width - room - face.width
        let x = Swing.place(Int(moment.frame) * 2 + index * max(0, range), within: range)
        let slack = painter.height - faces.count * face.height
        let y = Swing.place(Int(moment.frame), within: slack / 2) + index * (face.height + slack / 2)
        painter.stamp(face, x: (room + x) & ~1, y: y & ~1)
      }
    }
  }

  /// Returns the largest face size at which both faces fit below each other beside the code.
  private static func faceSize(_ frame: VideoDimensions) -> Int {
    let width = Double(frame.width) * (1 - codeShare) * 0.8
    return max(8, Int(min(width, Double(frame.height) * 0.44) / FaceSprites.extent)) & ~1
  }
}

/// A moving QR code whose text identifies the frame.
public struct MovingCode: SyntheticScene {
  private let text: @Sendable (SceneMoment) -> String

  /// Creates the scene with a code whose content `text` returns for each moment (default: `frame` and its number).
  public init(text: @escaping @Sendable (SceneMoment) -> String = { "frame \($0.frame)" }) { self.text = text }

  /// Draws the black and white code on a light grey background.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    let symbol = try DrawnCode(text(moment))
    try ScenePainter.paint(&buffer) { painter in
      let width = painter.width
      let height = painter.height
      painter.fill(x: 0, y: 0, width: width, height: height, SceneColor(red: 200, green: 200, blue: 200))
      symbol.draw(painter, frame: Int(moment.frame), width: width, height: height, extent: height * 3 / 5)
    }
  }
}
