public import OpenCaptureMediaSamples

/// A generator of thumbnails: images of a movie at given times (`AVAssetImageGenerator`).
///
/// The type is thread-safe: concurrent calls run one after the other.
public struct MovieImageGenerator: Sendable {
  /// An image of a movie.
  public struct Image: Sendable {
    /// The image in BGRA.
    public let pixelBuffer: PixelBuffer
    /// The presentation time of the frame in the image.
    public let actualTime: MediaTime
  }

  private let reader: MovieReader

  /// The maximum width and height of images in pixels, after orientation; nil (default) for the size of the movie.
  ///
  /// Images have square pixels. If the movie's pixels are not square, the height stays and the width is adjusted.
  /// Images keep their aspect ratio and are never enlarged. A side of 0 sets no limit for that side.
  public var maximumSize: VideoDimensions?

  /// Whether images are rotated upright; default true, unlike in AVFoundation.
  public var appliesPreferredTrackTransform = true

  /// The maximum distance of an earlier frame that may be used instead; default zero.
  ///
  /// A larger tolerance needs fewer decoded frames. `MediaTime.positiveInfinity` uses the preceding key frame, which is
  /// the fastest.
  public var requestedTimeToleranceBefore = MediaTime.zero

  /// Creates a generator for the movie of a reader; generating images moves the reader's position.
  public init(_ reader: MovieReader) { self.reader = reader }

  /// Returns the image that is shown at a time.
  ///
  /// A time before the first frame returns the first frame. A time after the last frame returns the last frame.
  ///
  /// - Throws: ``MovieError`` if no frame is found, or if reading or converting the frame fails.
  public func image(at time: MediaTime) throws(MovieError) -> Image {
    guard let sample = try reader.sample(at: time, toleranceBefore: requestedTimeToleranceBefore) else {
      throw MovieError(.corrupt, subject: reader.name, reason: "no frame can be decoded")
    }
    do {
      let orientation = appliesPreferredTrackTransform ? sample.orientation : .up
      let picture = try sample.image()
      let shape = picture.dimensions.inSquarePixels(reader.info.pixelAspectRatio.value)
      let scaled = try picture.scaled(to: size(of: shape, orientation))
      return Image(pixelBuffer: try scaled.uprightCopy(orientation), actualTime: sample.presentationTimeStamp)
    } catch let error as MediaError {
      throw MovieError(error, subject: reader.name)
    } catch {
      throw MovieError(.unsupportedConversion, subject: reader.name, error)
    }
  }

  /// Returns the target size for an image of the given stored size, before its rotation.
  func size(of stored: VideoDimensions, _ orientation: ImageOrientation) -> VideoDimensions {
    guard let limit = maximumSize?.upright(orientation) else { return stored }
    let scales = [(limit.width, stored.width), (limit.height, stored.height)].filter { $0.0 > 0 }
    let scale = scales.map { Double($0.0) / Double($0.1) }.reduce(1, min)
    return VideoDimensions(
      width: max(1, Int((Double(stored.width) * scale).rounded())),
      height: max(1, Int((Double(stored.height) * scale).rounded())))
  }
}
