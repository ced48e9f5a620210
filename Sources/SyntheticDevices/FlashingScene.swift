public import OpenCaptureMediaSamples

/// A scene with a lamp that flashes, in step with the beeps of a ``SyntheticMicrophone``: together they are a clapper, by
/// which one sees how far sound and picture are apart.
///
///     let camera = SyntheticCamera(scene: CodeAndFaces().flashing)
///
/// The lamp is a square in the lower right corner, black, and white in the first 100 ms of each second of the frames'
/// times.
public struct FlashingScene: SyntheticScene {
  private let scene: any SyntheticScene

  /// Adds the lamp to a scene.
  public init(_ scene: any SyntheticScene) { self.scene = scene }

  /// Draws the scene, and the lamp over it.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    try scene.render(moment, into: &buffer)
    let isLit = Clapper.isOn(moment.presentationTime)
    try ScenePainter.paint(&buffer) { painter in
      let side = Self.side(of: painter.height)
      painter.fill(
        x: (painter.width - side) & ~1, y: (painter.height - side) & ~1, width: side, height: side,
        isLit ? .white : .black)
    }
  }

  /// How large the lamp is in a picture of this height: an eighth.
  static func side(of height: Int) -> Int { max(2, height / 8 & ~1) }
}

extension SyntheticScene {
  /// The scene with a lamp that flashes in step with a ``SyntheticMicrophone``.
  public var flashing: FlashingScene { FlashingScene(self) }
}
