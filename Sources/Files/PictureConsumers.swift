public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureOverlay
public import OpenCaptureProcessing

/// A consumer that writes frames to one picture file, which always shows the newest frame.
///
/// The file's extension selects the format.
public struct PictureFileConsumer: FrameConsumer {
  private let file: OutputFile
  private let renderer: FrameRenderer
  private var timetable: FrameSelector

  /// Creates a consumer.
  ///
  /// - Parameters:
  ///   - file: The output file, JPEG or PNG.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  ///   - interval: The minimum interval between pictures, by the frames' times; default zero, all frames.
  public init(_ file: OutputFile, renderer: FrameRenderer = FrameRenderer(), every interval: MediaTime = .zero) {
    self.file = file
    self.renderer = renderer
    timetable = FrameSelector(interval: interval)
  }

  /// Writes the frame if a picture is due.
  public mutating func take(_ frame: Frame) throws {
    guard timetable.isDue(frame.presentationTimeStamp) else { return }
    try file.write(renderer.picture(of: frame))
  }
}

/// A consumer that writes each frame to its own JPEG file in a folder: `frame-000001.jpg` and so on.
public struct PictureFolderConsumer: FrameConsumer {
  private let folder: OutputFile
  private let renderer: FrameRenderer
  private var timetable: FrameSelector
  /// The number of pictures written.
  public private(set) var pictureCount = 0

  /// Creates a consumer.
  ///
  /// - Parameters:
  ///   - folder: The existing output folder.
  ///   - renderer: The renderer of pictures; default upright, with outlined metadata objects.
  ///   - interval: The minimum interval between pictures, by the frames' times; default zero, all frames.
  public init(_ folder: OutputFile, renderer: FrameRenderer = FrameRenderer(), every interval: MediaTime = .zero) {
    self.folder = folder
    self.renderer = renderer
    timetable = FrameSelector(interval: interval)
  }

  /// Writes the frame if a picture is due.
  public mutating func take(_ frame: Frame) throws {
    guard timetable.isDue(frame.presentationTimeStamp) else { return }
    pictureCount += 1
    let digits = String(pictureCount)
    let name = "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".jpg"
    try folder.file(name).write(renderer.picture(of: frame))
  }
}
