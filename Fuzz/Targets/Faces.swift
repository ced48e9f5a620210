import OpenCaptureFaces
import OpenCaptureMediaSamples

extension FuzzTarget {
  static let faces = [face]

  private static let detector = try? FaceDetector()

  /// As many bytes as the smallest face that is found has pixels, with what is around it.
  private static let face = FuzzTarget("face", longestInput: 649) { input in
    _ = try detector?.detect(picture(input, scales: (1, 2)))
  }
}
