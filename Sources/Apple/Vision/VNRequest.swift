public import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A handler that is called after a request was performed.
///
/// It receives the request, and the error if the request failed. The thread that performs the request calls it
/// before `perform` returns.
public typealias VNRequestCompletionHandler = (_ request: VNRequest, _ error: (any Error)?) -> Void

/// A request to detect something in images.
///
/// A request can be performed repeatedly, on different images and by several threads at once. `results` are those
/// of the last completed run.
public class VNRequest: NSObject, @unchecked Sendable {
  // Unchecked because of the handler, which the caller provides, as on Apple's systems.
  private struct State: Lockable {
    var results: [VNObservation]?
    var cancelCount = 0
  }

  private let state = Locked(State())

  /// The handler that is called after each run.
  public let completionHandler: VNRequestCompletionHandler?

  /// Whether to use fewer resources and more time; has no effect.
  public var preferBackgroundProcessing: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether only the CPU is used, which is always the case.
  public var usesCPUOnly: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Creates a request.
  ///
  /// - Parameter completionHandler: The handler that is called after each run; nil, the default, for none.
  public init(completionHandler: VNRequestCompletionHandler? = nil) { self.completionHandler = completionHandler }

  /// Creates a request without a handler.
  public override convenience init() { self.init(completionHandler: nil) }

  /// Cancels the current run as soon as possible.
  ///
  /// The run then has no results and fails with ``VNErrorCode/requestCancelled``.
  public func cancel() { state.withLock { $0.cancelCount += 1 } }

  /// The number of cancellations.
  var cancelCount: Int { state.withLock { $0.cancelCount } }

  var observations: [VNObservation]? { state.withLock { $0.results } }

  /// Returns the observations in an image.
  func find(in picture: RequestPicture) throws -> [VNObservation] {
    throw VNError(.unsupportedRequest, "\(type(of: self)): this class of request detects nothing; use a subclass")
  }

  /// Performs the request on an image, stores the results and calls the handler.
  ///
  /// - Parameters:
  ///   - picture: The image.
  ///   - cancelCount: The number of cancellations at the time of the call to `perform`.
  /// - Returns: The error, if the request failed.
  final func perform(on picture: RequestPicture, cancelCount: Int) -> VNError? {
    let outcome = Result { () throws(VNError) in
      do {
        try checkCancellation(since: cancelCount)
        let observations = try find(in: picture)
        try checkCancellation(since: cancelCount)
        return observations
      } catch {
        throw VNError(error)
      }
    }
    // The old results are released outside the lock, because their deinitializers can run any code.
    _ = state.withLock { state in
      let last = state.results
      state.results = try? outcome.get()
      return last
    }
    let failure: VNError? = if case .failure(let error) = outcome { error } else { nil }
    completionHandler?(self, failure)
    return failure
  }

  private func checkCancellation(since count: Int) throws(VNError) {
    if cancelCount != count { throw VNError(.requestCancelled, "the request was cancelled") }
  }
}

/// A request with results.
///
/// Each class of request has results of its own type. A property that subclasses override could not change its
/// type.
public protocol VNRequestWithResults {}

extension VNRequest: VNRequestWithResults {}

extension VNRequestWithResults where Self: VNRequest {
  /// The results of the last run; nil before the first run and after a failure.
  public var results: [VNObservation]? { observations }
}

/// A request that processes a region of an image.
public class VNImageBasedRequest: VNRequest, @unchecked Sendable {
  private struct Region: Lockable {
    var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
  }

  private let region = Locked(Region())

  /// The region to process, in fractions of the upright image.
  ///
  /// The origin is at the lower left, and the default is the whole image. Coordinates of observations are fractions
  /// of this region. If it exceeds the image, the request fails.
  public var regionOfInterest: CGRect {
    get { region.withLock { $0.rect } }
    set { region.withLock { $0.rect = newValue.standardized } }
  }

  /// Returns the coordinates of the results for an image.
  func space(in picture: RequestPicture) throws(VNError) -> RequestSpace {
    let region = regionOfInterest
    let edges = [region.minX, region.minY, region.maxX, region.maxY]
    guard edges.allSatisfy({ (-1e-6...1 + 1e-6).contains($0) }), region.width > 0, region.height > 0 else {
      throw VNError(.outOfBoundsError, "regionOfInterest \(region): not within the unit square")
    }
    return RequestSpace(orientation: picture.orientation, region: region)
  }
}
