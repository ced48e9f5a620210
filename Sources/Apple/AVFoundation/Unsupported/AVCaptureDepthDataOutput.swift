public import CoreMedia
public import Dispatch
public import OpenCaptureFlow
public import OpenCaptureMediaSamples

/// Takes distances; none come here.
public protocol AVCaptureDepthDataOutputDelegate: AnyObject {
  /// Takes distances.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection)
  /// Takes note of distances that were dropped.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason)
}

extension AVCaptureDepthDataOutputDelegate {
  /// Does nothing.
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection
  ) {}
  /// Does nothing.
  public func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didDrop depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection, reason: AVCaptureOutput.DataDroppedReason
  ) {}
}

/// Delivers distances; no camera here tells them, so that no input leads to it.
public final class AVCaptureDepthDataOutput: AVCaptureOutput, @unchecked Sendable {
  // Unchecked, as on Apple's systems: who changes it on several threads has to see to it.

  /// What the session keeps about the output.
  public let link = CaptureOutputLink()
  /// Nothing that is here.
  public let mediaTypes = [MediaType(rawValue: "dpth")]
  /// Nobody.
  public let receivers: [any SampleReceiver] = []
  /// Whether distances that wait are dropped when newer ones come.
  public var alwaysDiscardsLateDepthData = true
  /// Whether distances are smoothed.
  public var isFilteringEnabled = true
  /// Who takes distances.
  public private(set) weak var delegate: (any AVCaptureDepthDataOutputDelegate)?
  /// Where the delegate would be called.
  public private(set) var delegateCallbackQueue: DispatchQueue?

  /// Makes an output.
  public init() {}

  /// Names who takes distances, and where.
  public func setDelegate(_ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?) {
    (self.delegate, delegateCallbackQueue) = (delegate, callbackQueue)
  }
}
