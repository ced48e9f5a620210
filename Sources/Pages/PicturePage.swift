public import OpenCaptureMediaSamples
public import OpenCapturePictures

/// A page of a file, as a picture.
public struct PicturePage: Sendable {
  /// The picture, and how it is to be turned; without a time.
  public let sampleBuffer: SampleBuffer
  /// What is wrong with the page, of which this is what could be read; nil where nothing is.
  public var damage: PictureError?
}
