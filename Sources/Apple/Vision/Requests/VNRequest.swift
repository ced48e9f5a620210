public import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Gets a request that was performed, and why it failed, if it did; called by the thread that performs it, before
/// `perform` returns.
public typealias VNRequestCompletionHandler = (_ request: VNRequest, _ error: (any Error)?) -> Void

/// Something to be found in pictures.
///
/// A request can be performed again and again, on other pictures and by several threads at once; `results` are
/// those of the last time that one ended.
public class VNRequest: NSObject, @unchecked Sendable {
  // Unchecked for the handler, which is the caller's, as on Apple's systems.
  private struct State: Lockable {
    var results: [VNObservation]?
    var cancelCount = 0
  }

  private let state = Locked(State())

  /// Called each time that the request was performed.
  public let completionHandler: VNRequestCompletionHandler?

  /// Whether it should take less, and longer; without effect.
  public var preferBackgroundProcessing: Bool {
    get { false }
    set { _ = newValue }
  }

  /// Whether the processor does it: always.
  public var usesCPUOnly: Bool {
    get { true }
    set { _ = newValue }
  }

  /// Makes a request.
  ///
  /// - Parameter completionHandler: Called each time that it was performed; nil, the default, for none.
  public init(completionHandler: VNRequestCompletionHandler? = nil) { self.completionHandler = completionHandler }

  /// Makes a request without a handler.
  public override convenience init() { self.init(completionHandler: nil) }

  /// Ends what is performed now as soon as that goes: it has no results, and fails with ``VNErrorCode/requestCancelled``.
  public func cancel() { state.withLock { $0.cancelCount += 1 } }

  /// How often somebody cancelled.
  var cancelCount: Int { state.withLock { $0.cancelCount } }

  var observations: [VNObservation]? { state.withLock { $0.results } }

  /// What is in a picture.
  func find(in picture: RequestPicture) throws -> [VNObservation] {
    throw VNError(.unsupportedRequest, "\(type(of: self)): there is nothing that it looks for")
  }

  /// Looks at a picture, and tells what came of it.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - cancelCount: How often somebody had cancelled when it was asked for.
  /// - Returns: Why it failed; nil where it didn't.
  final func perform(on picture: RequestPicture, cancelCount: Int) -> VNError? {
    let outcome = Result { () throws(VNError) in
      do {
        try checkCancellation(since: cancelCount)
        let found = try find(in: picture)
        try checkCancellation(since: cancelCount)
        return found
      } catch {
        throw VNError(error)
      }
    }
    // They leave the lock first: they can be anybody's last.
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
    if cancelCount != count { throw VNError(.requestCancelled, "somebody cancelled the request") }
  }
}

/// What has results: each kind of request of a type of its own, which a property that subclasses override can't be.
public protocol VNRequestWithResults {}

extension VNRequest: VNRequestWithResults {}

extension VNRequestWithResults where Self: VNRequest {
  /// What was found the last time; nil before, and where that failed.
  public var results: [VNObservation]? { observations }
}
