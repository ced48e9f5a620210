public import CoreMedia
public import OpenCaptureFlow

/// Depth data; not supported, no instances exist.
public final class AVDepthData: Sendable {
  private init() {}
}

/// Camera calibration data; not supported, no instances exist.
public final class AVCameraCalibrationData: Sendable {
  private init() {}
}

/// A portrait effects matte; not supported, no instances exist.
public final class AVPortraitEffectsMatte: Sendable {
  private init() {}
}

/// A semantic segmentation matte; not supported, no instances exist.
public final class AVSemanticSegmentationMatte: Sendable {
  private init() {}

  /// A type of matte.
  public struct MatteType: RawRepresentable, Sendable, Hashable {
    /// The name of the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Skin.
    public static let skin = Self(rawValue: "skin")
    /// Hair.
    public static let hair = Self(rawValue: "hair")
    /// Teeth.
    public static let teeth = Self(rawValue: "teeth")
    /// Glasses.
    public static let glasses = Self(rawValue: "glasses")
  }
}

/// A delegate that receives depth data; never called.
public protocol AVCaptureDepthDataOutputDelegate: AnyObject {
  /// Called with depth data.
  func depthDataOutput(
    _ output: AVCaptureDepthDataOutput, didOutput depthData: AVDepthData, timestamp: CMTime,
    connection: AVCaptureConnection)
  /// Called with dropped depth data.
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

/// An output of depth data; not supported, because no input has a suitable port.
public final class AVCaptureDepthDataOutput: AVCaptureOutput, @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify it on several threads at once.

  /// The session's state of the output.
  public let link = CaptureOutputLink()
  /// The media type of depth data, which no input has.
  public let mediaTypes = [MediaType(rawValue: "dpth")]
  /// The receivers of samples; always empty.
  public let receivers: [any SampleReceiver] = []
  /// Whether late depth data is dropped.
  public var alwaysDiscardsLateDepthData = true
  /// Whether depth data is filtered.
  public var isFilteringEnabled = true
  /// The delegate.
  public private(set) weak var delegate: (any AVCaptureDepthDataOutputDelegate)?
  /// The queue of the delegate.
  public private(set) var delegateCallbackQueue: DispatchQueue?

  /// Creates an output.
  public init() {}

  /// Sets the delegate and its queue.
  public func setDelegate(_ delegate: (any AVCaptureDepthDataOutputDelegate)?, callbackQueue: DispatchQueue?) {
    self.delegate = delegate
    delegateCallbackQueue = callbackQueue
  }
}
