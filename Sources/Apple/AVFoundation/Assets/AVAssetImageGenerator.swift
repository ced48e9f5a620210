public import CoreMedia
import OpenCaptureFlow
import OpenCaptureMovies

/// A generator of images at given times of a movie, such as thumbnails.
public final class AVAssetImageGenerator: Sendable {
  /// The result of generating an image.
  public enum Result: Int, Sendable {
    /// The image was generated.
    case succeeded = 0
    /// An error occurred.
    case failed = 1
    /// The request was cancelled.
    case cancelled = 2
  }

  /// The movie.
  public let asset: AVAsset

  private struct State: Lockable {
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var reader: MovieReader?
    /// The number of cancellations; requests of earlier generations are cancelled.
    var generation = 0
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "asset image generator")

  /// Creates a generator, which reads the asset when the first image is generated.
  public init(asset: AVAsset) { self.asset = asset }

  /// Whether images are rotated as the track specifies; default false.
  public var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.appliesTransform } }
    set { state.withLock { $0.appliesTransform = newValue } }
  }

  /// The maximum size of images, in pixels; default zero, for the size of the movie.
  ///
  /// Images keep their aspect ratio. A side of zero is not limited.
  public var maximumSize: CGSize {
    get { state.withLock { $0.maximumSize } }
    set { state.withLock { $0.maximumSize = newValue } }
  }

  /// The tolerance for an earlier frame.
  ///
  /// The default is `CMTime.positiveInfinity`, for the preceding key frame, which is the fastest. Zero requests
  /// exactly the frame that is shown at the time.
  public var requestedTimeToleranceBefore: CMTime {
    get { state.withLock { $0.toleranceBefore } }
    set { state.withLock { $0.toleranceBefore = newValue } }
  }

  /// The tolerance for a later frame; default `CMTime.positiveInfinity`.
  ///
  /// Has no effect: the generator never uses later frames.
  public var requestedTimeToleranceAfter: CMTime {
    get { state.withLock { $0.toleranceAfter } }
    set { state.withLock { $0.toleranceAfter = newValue } }
  }

  /// Generates the image at a time on the current thread.
  ///
  /// - Parameters:
  ///   - requestedTime: The time.
  ///   - actualTime: Receives the start time of the frame; can be nil.
  /// - Throws: An ``AVError`` if the image cannot be generated.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let result = try picture(at: requestedTime)
    actualTime?.pointee = result.actualTime
    return result.image
  }

  /// Generates the image at a time without blocking the thread.
  ///
  /// - Throws: An ``AVError`` if the image cannot be generated, or if the request was cancelled.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await withCheckedThrowingContinuation { continuation in
      request(time) { continuation.resume(with: $0) }
    }
  }

  /// Generates the image at a time, and calls a handler.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime,
    completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    request(requestedTime) { result in
      switch result {
      case .success(let made): handler(made.image, made.actualTime, nil)
      case .failure(let error): handler(nil, .invalid, error)
      }
    }
  }

  /// Generates the images at several times, one after the other, and calls a handler for each.
  ///
  /// - Parameters:
  ///   - requestedTimes: The times, as values made by `NSValue(time:)`.
  ///   - handler: Receives the requested time, the image, the start time of its frame, the result and the error.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    for time in requestedTimes.map(\.timeValue) {
      request(time) { result in
        switch result {
        case .success(let made): handler(time, made.image, made.actualTime, .succeeded, nil)
        case .failure(let error) where error.code == .operationCancelled:
          handler(time, nil, .invalid, .cancelled, error)
        case .failure(let error): handler(time, nil, .invalid, .failed, error)
        }
      }
    }
  }

  /// Cancels all pending requests and calls their handlers.
  public func cancelAllCGImageGeneration() { state.withLock { $0.generation += 1 } }

  func request(
    _ time: CMTime,
    _ handler: @escaping @Sendable (Swift.Result<(image: CGImage, actualTime: CMTime), AVError>) -> Void
  ) {
    let generation = state.withLock { $0.generation }
    queue.async {
      guard self.state.withLock({ $0.generation }) == generation else {
        let name = self.asset.contents.url.lastPathComponent
        return handler(.failure(AVError(.operationCancelled, subject: name, reason: "the request was cancelled")))
      }
      handler(Swift.Result { () throws(AVError) in try self.picture(at: time) })
    }
  }

  private func picture(at time: CMTime) throws(AVError) -> (image: CGImage, actualTime: CMTime) {
    let state = state.withLock { $0 }
    var generator = MovieImageGenerator(try reader())
    generator.appliesPreferredTrackTransform = state.appliesTransform
    generator.requestedTimeToleranceBefore = state.toleranceBefore
    let size = state.maximumSize
    if size.width >= 1 || size.height >= 1 {
      generator.maximumSize = VideoDimensions(width: Self.side(size.width), height: Self.side(size.height))
    }
    do throws(MovieError) {
      let result = try generator.image(at: time)
      return (CGImage(result.pixelBuffer), result.actualTime)
    } catch {
      throw AVError(reading: error)
    }
  }

  private func reader() throws(AVError) -> MovieReader {
    if let reader = state.withLock({ $0.reader }) { return reader }
    let reader = try asset.contents.pictures()
    state.withLock { $0.reader = reader }
    return reader
  }

  /// Returns a side in whole pixels; 0, for no limit, if it is negative or not a number.
  private static func side(_ length: CGFloat) -> Int { length >= 0 ? Int(Swift.min(length, 1_000_000)) : 0 }

  /// Returns the images at several times, each generated when it is requested.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// A sequence of the images at several times.
  public struct Images: AsyncSequence, Sendable {
    fileprivate let generator: AVAssetImageGenerator
    fileprivate let times: [CMTime]

    /// Creates an iterator that starts with the first time.
    public func makeAsyncIterator() -> Iterator { Iterator(generator: generator, times: times[...]) }

    /// An iterator over the times.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      fileprivate let generator: AVAssetImageGenerator
      fileprivate var times: ArraySlice<CMTime>

      /// Returns the image at the next time, or the error; nil after the last time.
      public mutating func next() async -> Element? {
        guard let time = times.popFirst() else { return nil }
        do {
          let (image, actualTime) = try await generator.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actualTime)
        } catch {
          return .failure(requestedTime: time, error: error)
        }
      }
    }

    /// An image or an error.
    public enum Element: Sendable {
      /// An image, with the start time of its frame.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// An error.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: The error, if the image could not be generated.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): image
          case .failure(_, let error): throw error
          }
        }
      }

      /// The start time of the frame.
      ///
      /// - Throws: The error, if the image could not be generated.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): time
          case .failure(_, let error): throw error
          }
        }
      }
    }
  }
}

/// A handler that receives the requested time, the image, the start time of its frame, the result and the error.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

extension NSValue {
  /// Creates a value that holds a time.
  public convenience init(time: CMTime) {
    // Foundation on Linux supports few types of values. The bits of the time are therefore stored in a rectangle.
    let scale = UInt64(UInt32(bitPattern: time.timescale)) | UInt64(time.flags.rawValue) << 32
    let x = Double(bitPattern: UInt64(bitPattern: time.value))
    let y = Double(bitPattern: scale)
    self.init(rect: CGRect(x: x, y: y, width: Double(bitPattern: UInt64(bitPattern: time.epoch)), height: 0))
  }

  /// The time in the value.
  public var timeValue: CMTime {
    let rect = rectValue
    let scale = Double(rect.origin.y).bitPattern
    return CMTime(
      value: Int64(bitPattern: Double(rect.origin.x).bitPattern),
      timescale: Int32(bitPattern: UInt32(truncatingIfNeeded: scale)),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: scale >> 32)),
      epoch: Int64(bitPattern: Double(rect.size.width).bitPattern))
  }
}
