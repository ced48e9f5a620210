import OpenCaptureMediaSamples
import OpenCaptureMovies

extension FuzzTarget {
  static let sounds = [sound]

  /// A byte says where to, the others are the file.
  private static let sound = FuzzTarget("sound", longestInput: 16384) { input in
    guard let first = input.first else { return }
    let file = Array(input.dropFirst())
    let reader = try AudioReader(DataBuffer(copying: file.span.bytes))
    if first & 1 != 0 { try reader.seek(to: MediaTime(value: Int64(first) - 16, timescale: 100)) }
    for _ in 0..<16 {
      guard let sample = try reader.nextSample(), let buffer = sample.audioBuffer else { return }
      precondition(buffer.frameCount > 0 && sample.duration > .zero, "there is nothing to hear")
    }
  }
}
