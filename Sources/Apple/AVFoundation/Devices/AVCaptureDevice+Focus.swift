public import CoreMedia
public import Foundation
public import OpenCaptureSession

extension CaptureDevice {
  /// Stands for the lens's position as it is now.
  public static let currentLensPosition = -Float.greatestFiniteMagnitude

  /// Where `autoFocus` looks, in device coordinates; default the middle.
  public var focusPointOfInterest: CGPoint {
    get { CGPoint(focusPoint) }
    set { focusPoint = .init(newValue) }
  }

  /// Moves the lens and leaves it there.
  ///
  /// - Parameters:
  ///   - lensPosition: 0 to 1, or ``currentLensPosition``.
  ///   - handler: Called with the time of the first frame that shows it; default nobody.
  public func setFocusModeLocked(
    lensPosition: Float, completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
  ) {
    set(telling: handler) { try moveLens(to: known(lensPosition), nil) }
  }

  /// Moves the lens, leaves it there, and returns the time of the first frame that shows it.
  @discardableResult
  public func setFocusModeLocked(lensPosition: Float) async -> CMTime {
    await set { try moveLens(to: known(lensPosition), nil) }
  }

  private func known(_ position: Float) -> Float {
    position == Self.currentLensPosition ? lensPosition : position
  }

  /// Which distances automatic focus keeps to; all.
  public enum AutoFocusRangeRestriction: Int, Sendable {
    /// All distances.
    case none = 0
    /// What is near.
    case near = 1
    /// What is far.
    case far = 2
  }

  /// False: no camera can restrict its focus.
  public var isAutoFocusRangeRestrictionSupported: Bool { false }

  /// Which distances automatic focus keeps to: all.
  public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
    get { .none }
    set { if newValue != .none { Misuse.tell("autoFocusRangeRestriction: \(localizedName) has none") } }
  }

  /// False: no camera can be asked to focus slowly.
  public var isSmoothAutoFocusSupported: Bool { false }

  /// Whether focus is slow, for movies; no.
  public var isSmoothAutoFocusEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isSmoothAutoFocusEnabled: \(localizedName) can't") } }
  }

  /// Whether focus prefers faces; no.
  public var isFaceDrivenAutoFocusEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isFaceDrivenAutoFocusEnabled: \(localizedName) can't") } }
  }

  /// Whether the system decides about ``isFaceDrivenAutoFocusEnabled``; nothing changes.
  public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
    get { true }
    set { _ = newValue }
  }

  /// The least distance at which things are sharp, in millimetres; −1 for not known.
  public var minimumFocusDistance: Int { -1 }
}
