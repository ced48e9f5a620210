public import OpenCaptureMediaSamples

/// A scene with a lamp that flashes in step with the beeps of a ``SyntheticMicrophone``.
///
///     let camera = SyntheticCamera(scene: CodeAndFaces().flashing)
///
/// Like a clapperboard, lamp and beep show the offset between sound and video. The lamp is a square in the lower right
/// corner. It is white during the first 100 ms of each second of the frames' timestamps, and black otherwise.
public struct FlashingScene: SyntheticScene {
  private let scene: any SyntheticScene

  /// Creates a copy of a scene with a lamp.
  public init(_ scene: any SyntheticScene) { self.scene = scene }

  /// Draws the scene with the lamp in front.
  public func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    try scene.render(moment, into: &buffer)
    let isLit = BeepRhythm.isOn(moment.presentationTime)
    try ScenePainter.paint(&buffer) { painter in
      let side = Self.side(of: painter.height)
      painter.fill(
        x: (painter.width - side) & ~1, y: (painter.height - side) & ~1, width: side, height: side,
        isLit ? .white : .black)
    }
  }

  /// Returns the size of the lamp, an eighth of the image height.
  static func side(of height: Int) -> Int { max(2, height / 8 & ~1) }
}

extension SyntheticScene {
  /// This scene with a lamp that flashes in step with a ``SyntheticMicrophone``.
  public var flashing: FlashingScene { FlashingScene(self) }
}

/// The shared rhythm of flashing lamps and beeping microphones: on during the first 100 ms of each second.
enum BeepRhythm {
  /// The fraction of a second that is on.
  static let share = 0.1

  static func isOn(_ time: MediaTime) -> Bool {
    guard time.isNumeric else { return false }
    let nanoseconds = time.convertScale(1_000_000_000).value
    let part = nanoseconds % 1_000_000_000
    return (part < 0 ? part + 1_000_000_000 : part) < 100_000_000
  }
}
