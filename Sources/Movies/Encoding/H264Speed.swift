/// An encoder of H.264, and how much time it takes.
package struct H264Speed: Sendable, Hashable {
  /// FFmpeg's name of it.
  let encoder: String
  /// Of libx264's presets; nil where the encoder has none.
  var preset: String?

  /// Those that are tried for what is live, the best first: where processors are slow, a chip of its own goes first.
  static let candidates: [H264Speed] = {
    let presets = ["veryfast", "superfast", "ultrafast"].map { H264Speed(encoder: "libx264", preset: $0) }
    let others = [H264Speed(encoder: "libopenh264")]
    let chips = [H264Speed(encoder: "h264_v4l2m2m")]
    #if arch(x86_64)
      return presets + others + chips
    #else
      return chips + presets + others
    #endif
  }()
}
