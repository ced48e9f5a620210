/// An encoder of H.264, and how much time it takes.
package struct H264Speed: Sendable, Hashable {
  /// FFmpeg's name of it.
  package let encoder: String
  /// Of libx264's presets; nil where the encoder has none.
  package let preset: String?
  /// The device file of the graphics processor that encodes, or the X11 display that has it; nil where none does.
  let device: String?

  /// An encoder of this name.
  package init(encoder: String, preset: String? = nil, device: String? = nil) {
    (self.encoder, self.preset, self.device) = (encoder, preset, device)
  }

  /// Those that are tried for what is live, the best first: where processors are slow, a chip of its own goes first.
  static let candidates: [H264Speed] = {
    #if arch(x86_64)
      return software + chips
    #else
      return chips + software
    #endif
  }()

  private static let software =
    ["veryfast", "superfast", "ultrafast"].map { H264Speed(encoder: "libx264", preset: $0) }
    + [H264Speed(encoder: "libopenh264")]

  private static let chips =
    [H264Speed(encoder: "h264_v4l2m2m")]
    + GraphicsProcessors.paths.map { H264Speed(encoder: "h264_vaapi", device: $0) }

  /// Whether the machine's own processors have little to do with it.
  var isChip: Bool { preset == nil && encoder != "libopenh264" }
}
