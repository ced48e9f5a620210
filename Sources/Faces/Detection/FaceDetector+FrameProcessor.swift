import OpenCaptureMetadata
public import OpenCaptureProcessing

extension FaceDetector: FrameProcessor {
  /// What reports call the detector.
  public var name: String { "faces" }

  /// Refuses a region of interest that doesn't touch the picture, before anything is decoded for it.
  ///
  /// - Throws: ``FaceError``.
  public func prepare(for format: FrameFormat) throws(FaceError) { _ = try rectOfInterest.insidePicture() }

  /// Appends the faces in the frame's picture to its metadata objects, the surest first; the picture stays.
  ///
  /// Each frame is looked at for itself, and faces are numbered anew: in a stream, use ``FaceTracker``.
  ///
  /// - Throws: What ``detect(_:)`` throws.
  public func process(_ frame: inout Frame) throws {
    frame.metadataObjects += try detect(frame.sampleBuffer) as [any MetadataObject]
  }
}
