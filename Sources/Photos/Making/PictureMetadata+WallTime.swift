import OpenCaptureMediaSamples
import OpenCapturePictures

extension PictureMetadata {
  /// Says when the picture was taken, where that isn't said yet.
  mutating func date(_ time: WallTime) {
    guard date == nil else { return }
    let milliseconds = time.nanosecondsSince1970 / 1_000_000
    date = PictureDate(secondsSince1970: milliseconds / 1000, secondsFromGMT: time.secondsFromGMT)
    (millisecond, secondsFromGMT) = (Int(milliseconds % 1000), time.secondsFromGMT)
  }
}
