public import CoreMedia
import Dispatch
public import Foundation
import OpenCaptureFlow
import OpenCaptureMediaSamples
import OpenCaptureMovies
import OpenCaptureSystem

/// Makes pictures of a movie at given times: thumbnails.
public final class AVAssetImageGenerator: Sendable {
  /// How the making of a picture ended.
  public enum Result: Int, Sendable {
    /// There is one.
    case succeeded = 0
    /// There is none.
    case failed = 1
    /// Nobody wanted it any more.
    case cancelled = 2
  }

  /// What pictures are made of.
  public let asset: AVAsset

  private struct State: Lockable {
    var turns = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var reader: MovieReader?
    /// Which requests are still wanted: those of this generation.
    var generation = 0
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "asset image generator")

  /// Makes a generator; the asset is looked at when the first picture is made.
  public init(asset: AVAsset) { self.asset = asset }

  /// Whether pictures are turned as the track says; default false.
  public var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.turns } }
    set { state.withLock { $0.turns = newValue } }
  }

  /// How large pictures are at the most, in pixels; default zero, for as large as the movie's.
  ///
  /// They keep their shape. A side of zero is as long as the other one makes it.
  public var maximumSize: CGSize {
    get { state.withLock { $0.maximumSize } }
    set { state.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier a picture will do as well.
  ///
  /// Default `CMTime.positiveInfinity`, for the key frame before, which is the fastest. With zero it is the very frame that
  /// is shown at the time.
  public var requestedTimeToleranceBefore: CMTime {
    get { state.withLock { $0.toleranceBefore } }
    set { state.withLock { $0.toleranceBefore = newValue } }
  }

  /// How much later a picture will do as well; default `CMTime.positiveInfinity`.
  ///
  /// Later ones are never taken here.
  public var requestedTimeToleranceAfter: CMTime {
    get { state.withLock { $0.toleranceAfter } }
    set { state.withLock { $0.toleranceAfter = newValue } }
  }

  /// The picture at a time, on the thread that asks.
  ///
  /// - Parameters:
  ///   - requestedTime: When it is shown.
  ///   - actualTime: Gets when the frame begins that it is of; nil where nobody needs that.
  /// - Throws: An ``AVError`` where there is none.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let made = try picture(at: requestedTime)
    actualTime?.pointee = made.actualTime
    return made.image
  }

  /// The picture at a time, made without holding up the thread.
  ///
  /// - Throws: An ``AVError`` where there is none, or nobody wants it any more.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await withCheckedThrowingContinuation { continuation in
      request(time) { continuation.resume(with: $0) }
    }
  }

  /// Has the picture at a time made, and calls who wants it.
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

  /// Has the pictures at several times made, one after another, and calls who wants them for each.
  ///
  /// - Parameters:
  ///   - requestedTimes: The times, as `NSValue(time:)` makes values of them.
  ///   - handler: Called with the time that was asked for, the picture, when it begins, how that ended, and why there is
  ///     none.
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

  /// Has nothing made any more of what was asked for; those who wait are told.
  public func cancelAllCGImageGeneration() { state.withLock { $0.generation += 1 } }

  func request(
    _ time: CMTime,
    _ handler: @escaping @Sendable (Swift.Result<(image: CGImage, actualTime: CMTime), AVError>) -> Void
  ) {
    let generation = state.withLock { $0.generation }
    queue.async {
      guard self.state.withLock({ $0.generation }) == generation else {
        let name = self.asset.contents.url.lastPathComponent
        return handler(.failure(AVError(.operationCancelled, subject: name, reason: "it was cancelled")))
      }
      handler(Swift.Result { () throws(AVError) in try self.picture(at: time) })
    }
  }

  private func picture(at time: CMTime) throws(AVError) -> (image: CGImage, actualTime: CMTime) {
    let state = state.withLock { $0 }
    var generator = MovieImageGenerator(try reader())
    generator.appliesPreferredTrackTransform = state.turns
    generator.requestedTimeToleranceBefore = state.toleranceBefore
    let size = state.maximumSize
    if size.width >= 1 || size.height >= 1 {
      generator.maximumSize = VideoDimensions(width: Self.side(size.width), height: Self.side(size.height))
    }
    do throws(MovieError) {
      let made = try generator.image(at: time)
      return (CGImage(made.pixelBuffer), made.actualTime)
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

  /// What isn't a number is as long as the other side makes it.
  private static func side(_ length: CGFloat) -> Int { length >= 0 ? Int(Swift.min(length, 1_000_000)) : 0 }
}

/// Called for each picture: the time that was asked for, the picture, when it begins, how that ended, and why there is none.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void
