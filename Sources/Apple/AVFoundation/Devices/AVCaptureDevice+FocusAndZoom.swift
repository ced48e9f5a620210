public import CoreMedia
public import OpenCaptureSession

extension CaptureDevice {
  /// The value that keeps the current lens position.
  public static let currentLensPosition = -Float.greatestFiniteMagnitude

  /// The point of interest of `autoFocus`, in device coordinates; default the center.
  public var focusPointOfInterest: CGPoint {
    get { CGPoint(focusPoint) }
    set { focusPoint = .init(newValue) }
  }

  /// Moves the lens to a fixed position.
  ///
  /// - Parameters:
  ///   - lensPosition: 0 to 1, or ``currentLensPosition``.
  ///   - handler: Receives the time of the first frame with this position; default none.
  public func setFocusModeLocked(
    lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) { set(telling: handler) { try lockFocus(at: resolved(lensPosition)) } }

  /// Moves the lens to a fixed position, and returns the time of the first frame with this position.
  @discardableResult
  public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
    await set { try lockFocus(at: resolved(lensPosition)) }
  }

  private func resolved(_ position: Float) -> Float {
    position == Self.currentLensPosition ? lensPosition : position
  }

  /// The distance range of automatic focus.
  public enum AutoFocusRangeRestriction: Int, Sendable {
    /// All distances.
    case none = 0
    /// Near distances.
    case near = 1
    /// Far distances.
    case far = 2
  }

  /// Whether the range of automatic focus can be restricted; always false.
  public var isAutoFocusRangeRestrictionSupported: Bool { false }

  /// The distance range of automatic focus; always all distances.
  public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
    get { .none }
    set { reportUnsupported(newValue != .none) }
  }

  /// Whether slow automatic focus is supported; always false.
  public var isSmoothAutoFocusSupported: Bool { false }

  /// Whether automatic focus is slow, for movies; always false.
  public var isSmoothAutoFocusEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }

  /// Whether focus prefers faces; always false.
  public var isFaceDrivenAutoFocusEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }

  /// Whether the system controls ``isFaceDrivenAutoFocusEnabled``; has no effect.
  public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// The minimum focus distance, in millimetres; always −1, for unknown.
  public var minimumFocusDistance: Int { -1 }

  /// The zoom factor, 1 to ``maxAvailableVideoZoomFactor``.
  public var videoZoomFactor: CGFloat {
    get { CGFloat(zoomFactor) }
    set { zoomFactor = Double(newValue) }
  }

  /// The minimum ``videoZoomFactor``, 1.
  public var minAvailableVideoZoomFactor: CGFloat { 1 }

  /// The maximum ``videoZoomFactor``.
  public var maxAvailableVideoZoomFactor: CGFloat { CGFloat(maxZoomFactor) }

  /// Changes the zoom factor gradually.
  ///
  /// - Parameters:
  ///   - factor: The final zoom factor.
  ///   - rate: The rate, in doublings or halvings per second.
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
    MisuseReporter.reportingError { try rampZoom(to: Double(factor), rate: rate) }
  }

  /// The multiplier of the zoom factor for display; always 1.
  public var displayVideoZoomFactorMultiplier: CGFloat { 1 }

  /// The zoom factor at which a dual camera switches lenses; always 1.
  public var dualCameraSwitchOverVideoZoomFactor: CGFloat { 1 }
}
