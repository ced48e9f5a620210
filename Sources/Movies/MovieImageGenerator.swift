public import OpenCaptureMediaSamples

/// Makes pictures of a movie at given times: thumbnails (`AVAssetImageGenerator`).
///
/// Safe from several threads, which take turns.
public struct MovieImageGenerator: Sendable {
  /// A picture of a movie.
  public struct Image: Sendable {
    /// The picture in BGRA.
    public let pixelBuffer: PixelBuffer
    /// When the frame is shown that it is of.
    public let actualTime: MediaTime
  }

  private let reader: MovieReader

  /// The most pixels across and down that pictures have, after they are turned; nil, the default, for the movie's own.
  ///
  /// Pixels are square. The picture of a movie with other pixels has the movie's height, and the width at which it is shown.
  /// The picture keeps its shape, and is never made larger. A side of 0 is as long as the other one makes it; two leave the
  /// picture as it is.
  public var maximumSize: VideoDimensions?

  /// Whether pictures are turned upright; default true, unlike in AVFoundation.
  public var appliesPreferredTrackTransform = true

  /// How much earlier a frame will do as well, so that fewer have to be decoded; default none.
  ///
  /// `MediaTime.positiveInfinity` takes the nearest key frame before, which is the fastest.
  public var requestedTimeToleranceBefore = MediaTime.zero

  /// Makes pictures of the movie that a reader reads; the reader's place in it moves.
  public init(_ reader: MovieReader) { self.reader = reader }

  /// The picture that is shown at a time; a time before the first frame is that of the first, one after the last
  /// that of the last.
  ///
  /// - Throws: ``MovieError`` where there is no frame, or it can't be read or converted.
  public func image(at time: MediaTime) throws(MovieError) -> Image {
    guard let sample = try reader.sample(at: time, toleranceBefore: requestedTimeToleranceBefore) else {
      throw MovieError(.corrupt, subject: reader.name, reason: "there is no frame in it that can be decoded")
    }
    do {
      let orientation = appliesPreferredTrackTransform ? sample.orientation : .up
      let picture = try sample.image()
      let shape = picture.dimensions.inSquarePixels(reader.info.pixelAspectRatio.value)
      let scaled = try picture.scaled(to: size(of: shape, orientation))
      return Image(
        pixelBuffer: try scaled.uprightCopy(orientation), actualTime: sample.presentationTimeStamp)
    } catch let error as MediaError {
      throw MovieError(error, subject: reader.name)
    } catch {
      throw MovieError(.unsupportedConversion, subject: reader.name, error)
    }
  }

  /// What a picture that is stored so large is scaled to, before it is turned.
  func size(of stored: VideoDimensions, _ orientation: ImageOrientation) -> VideoDimensions {
    guard let limit = maximumSize?.upright(orientation) else { return stored }
    let scales = [(limit.width, stored.width), (limit.height, stored.height)].filter { $0.0 > 0 }
    let scale = scales.map { Double($0.0) / Double($0.1) }.reduce(1, min)
    return VideoDimensions(
      width: max(1, Int((Double(stored.width) * scale).rounded())),
      height: max(1, Int((Double(stored.height) * scale).rounded())))
  }
}
