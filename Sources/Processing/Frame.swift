public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A sample buffer in a pipeline of processors, with the metadata objects detected so far.
///
/// A frame is a value: a change to one copy does not affect others. Metadata objects use the coordinates of the
/// currently stored picture: a processor that rotates, mirrors or crops the picture transforms them.
public struct Frame: Sendable {
  /// The media, its time and its orientation.
  public var sampleBuffer: SampleBuffer {
    didSet { differsFromCheckpoint = true }
  }

  /// The detections, in the order in which processors appended them.
  public var metadataObjects: [any MetadataObject]

  /// The media before the current processor; nil outside a pipeline and after writing in place.
  private var checkpoint: SampleBuffer?
  private var differsFromCheckpoint = false

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The media.
  ///   - metadataObjects: Known detections. Default: none.
  public init(_ sampleBuffer: SampleBuffer, metadataObjects: [any MetadataObject] = []) {
    self.sampleBuffer = sampleBuffer
    self.metadataObjects = metadataObjects
  }

  /// The time at which the frame is shown.
  public var presentationTimeStamp: MediaTime { sampleBuffer.presentationTimeStamp }

  /// The format of the media and its orientation.
  public var format: FrameFormat { FrameFormat(sampleBuffer.format, orientation: sampleBuffer.orientation) }

  /// Lends the picture to `update` for writing or replacement, without another lease on its memory.
  ///
  /// A picture without other holders is written in place. `update` checks the buffer's `isUniquelyOwned()` and
  /// replaces the buffer if that is false. Afterwards the frame cannot return to its previous picture, so that a
  /// processor does everything that can fail first.
  ///
  /// - Parameters:
  ///   - format: The format to decode or convert to first. Nil keeps the format of pixels and decodes to BGRA.
  ///     Default: nil.
  ///   - update: Writes to the buffer or replaces it.
  /// - Throws: An error of `update` or the decoder, or `MediaError` if no conversion to the format exists.
  public mutating func updateImage<Result>(
    as format: PixelFormat? = nil, _ update: (inout PixelBuffer) throws -> Result
  ) throws -> Result {
    var kept = checkpoint.take()
    defer { checkpoint = kept }
    return try sampleBuffer.updateImage(as: format) { buffer in
      kept = nil
      return try update(&buffer)
    }
  }
}

extension Frame {
  /// Stores the media in case the processor throws, with a lease if it has changed, but no copy of the pixels.
  mutating func begin() {
    guard checkpoint == nil || differsFromCheckpoint else { return }
    checkpoint = sampleBuffer
    differsFromCheckpoint = false
  }

  /// Restores the media stored by ``begin()``, unless the picture was written to in place.
  mutating func rollBack() {
    if differsFromCheckpoint, let checkpoint { sampleBuffer = checkpoint }
    differsFromCheckpoint = false
  }

  /// Releases the media stored by ``begin()``, after the last processor.
  mutating func forgetCheckpoint() { checkpoint = nil }
}

/// The common format of a stream's frames: encoding, size, colors and orientation.
public struct FrameFormat: Sendable, Hashable {
  /// The encoding, size and colors of the media.
  public var formatDescription: FormatDescription

  /// The rotation that makes the stored picture upright.
  public var orientation: ImageOrientation

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - formatDescription: The format of the media.
  ///   - orientation: The rotation that makes the stored picture upright. Default: none.
  public init(_ formatDescription: FormatDescription, orientation: ImageOrientation = .up) {
    self.formatDescription = formatDescription
    self.orientation = orientation
  }

  /// The pixel format; nil for compressed media, which is decoded on request.
  public var pixelFormat: PixelFormat? { formatDescription.pixelFormat }

  /// The width and height of the stored picture, before its orientation is applied.
  public var dimensions: VideoDimensions { formatDescription.videoDimensions }

  /// The width and height of the upright picture.
  public var uprightDimensions: VideoDimensions { dimensions.upright(orientation) }
}

extension FrameFormat: CustomStringConvertible {
  /// A text such as `420v 1920×1080`, followed by the orientation if the picture is not upright.
  public var description: String { "\(formatDescription)" + (orientation == .up ? "" : " \(orientation)") }
}
