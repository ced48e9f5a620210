public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureOverlay
public import OpenCaptureProcessing

/// Writes frames to a folder, each as a JPEG picture of its own: `frame-000001.jpg` and so on.
public struct PictureFolderConsumer: FrameConsumer {
  private let folder: OutputFile
  private let renderer: FrameRenderer
  private var timetable: Timetable
  /// How many pictures were written.
  public private(set) var pictureCount = 0

  /// Makes a consumer.
  ///
  /// - Parameters:
  ///   - folder: Where; it must be there.
  ///   - renderer: What pictures are drawn by; default upright, with what was found outlined.
  ///   - interval: How far pictures are apart at least, by the frames' times; default all frames are written.
  public init(_ folder: OutputFile, renderer: FrameRenderer = FrameRenderer(), every interval: MediaTime = .zero) {
    (self.folder, self.renderer, timetable) = (folder, renderer, Timetable(interval: interval))
  }

  /// Writes the frame, where one is due.
  public mutating func take(_ frame: Frame) throws {
    guard timetable.isDue(frame.presentationTimeStamp) else { return }
    pictureCount += 1
    let digits = String(pictureCount)
    let name = "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jpg"
    try folder.file(name).write(renderer.picture(of: frame))
  }
}
