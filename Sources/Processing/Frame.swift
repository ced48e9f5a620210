public import OpenCaptureMediaSamples
public import OpenCaptureMetadata

/// A sample buffer on its way through processors, and what they found in it so far.
///
/// A value: changing a copy changes nothing elsewhere. The coordinates of the metadata objects are those of the
/// stored picture that the frame holds now: a processor that turns, mirrors or crops the picture takes them along.
public struct Frame: Sendable {
  /// The media, its time and its orientation.
  public var sampleBuffer: SampleBuffer {
    didSet { differsFromCheckpoint = true }
  }

  /// What was found, in the order in which it was.
  public var metadataObjects: [any MetadataObject]

  /// The media before the processor that runs now; nil outside of a pipeline, and once it writes in place.
  private var checkpoint: SampleBuffer?
  private var differsFromCheckpoint = false

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - sampleBuffer: The media.
  ///   - metadataObjects: What is known about it already; default nothing.
  public init(_ sampleBuffer: SampleBuffer, metadataObjects: [any MetadataObject] = []) {
    (self.sampleBuffer, self.metadataObjects) = (sampleBuffer, metadataObjects)
  }

  /// When the frame is shown.
  public var presentationTimeStamp: MediaTime { sampleBuffer.presentationTimeStamp }

  /// How the media is stored, and how it must be turned to be upright.
  public var format: FrameFormat {
    FrameFormat(sampleBuffer.formatDescription, orientation: sampleBuffer.orientation)
  }

  /// Lends the picture for writing or replacing, without another lease of the frame's on its memory.
  ///
  /// So a picture that nobody else holds is written in place: ask `isUniquelyOwned()` of what is lent, and give
  /// another buffer back where it isn't. From here on the frame can't go back to the picture that it had: a processor
  /// does everything that can fail before.
  ///
  /// - Parameters:
  ///   - format: The format that the picture must have, or that compressed data is decoded to; nil, the default, takes
  ///     pixels as they are, and decodes to BGRA.
  ///   - update: Writes to the buffer, or puts another in its place.
  /// - Throws: What `update` or the decoder throws, or `MediaError` where the pixels can't be converted.
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
  /// Remembers the media in case the processor throws; costs a lease where the one before it changed the media, no copy of
  /// the pixels.
  mutating func begin() {
    guard checkpoint == nil || differsFromCheckpoint else { return }
    (checkpoint, differsFromCheckpoint) = (sampleBuffer, false)
  }

  /// Goes back to what ``begin()`` remembered, unless the picture was written to in place.
  mutating func rollBack() {
    if differsFromCheckpoint, let checkpoint { sampleBuffer = checkpoint }
    differsFromCheckpoint = false
  }

  /// Lets go of what ``begin()`` remembered, behind the last processor.
  mutating func forgetCheckpoint() { checkpoint = nil }
}
