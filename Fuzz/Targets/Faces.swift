import OpenCaptureFaces
import OpenCaptureMediaSamples

extension FuzzTarget {
  static let faces = [face]

  private static let detector = try? FaceDetector()

  private static let face = FuzzTarget("face", longestInput: 96) { input in
    _ = try detector?.detect(picture(input))
  }
}
