public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureOverlay
public import OpenCaptureProcessing

/// Writes frames to one picture file, whose name says the format: it is always the newest.
public struct PictureFileConsumer: FrameConsumer {
  private let file: OutputFile
  private let renderer: FrameRenderer
  private var timetable: Timetable

  /// Makes a consumer.
  ///
  /// - Parameters:
  ///   - file: Where; JPEG or PNG.
  ///   - renderer: What pictures are drawn by; default upright, with what was found outlined.
  ///   - interval: How far pictures are apart at least, by the frames' times; default all frames are written.
  public init(_ file: OutputFile, renderer: FrameRenderer = FrameRenderer(), every interval: MediaTime = .zero) {
    (self.file, self.renderer, timetable) = (file, renderer, Timetable(interval: interval))
  }

  /// Writes the frame, where one is due.
  public mutating func take(_ frame: Frame) throws {
    guard timetable.isDue(frame.presentationTimeStamp) else { return }
    try file.write(renderer.picture(of: frame))
  }
}
