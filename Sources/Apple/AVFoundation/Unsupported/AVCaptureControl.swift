public import Foundation
public import OpenCaptureSession

/// A control of a camera button; never used, because such buttons are not supported.
open class AVCaptureControl: @unchecked Sendable {
  // Unchecked, as on Apple's systems: callers must not modify it on several threads at once.

  /// Whether the control is enabled.
  public var isEnabled = true

  init() {}
}

/// A slider of a camera button.
public final class AVCaptureSlider: AVCaptureControl, @unchecked Sendable {
  /// The value.
  public var value: Float
  /// The title.
  public let localizedTitle: String
  /// The name of the symbol.
  public let symbolName: String
  /// The format of the displayed value.
  public var localizedValueFormat: String?
  /// The marked values.
  public var prominentValues: [Float] = []
  /// The identifier for accessibility tools.
  public var accessibilityIdentifier: String?

  /// Creates a slider for a range; the step has no effect.
  public init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>, step: Float = 0) {
    self.localizedTitle = localizedTitle
    self.symbolName = symbolName
    value = range.lowerBound
  }

  /// Creates a slider for given values.
  public init(_ localizedTitle: String, symbolName: String, values: [Float]) {
    self.localizedTitle = localizedTitle
    self.symbolName = symbolName
    value = values.first ?? 0
  }

  /// Sets the action; never called.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Float) -> Void) {}
}

/// A picker of a camera button.
public final class AVCaptureIndexPicker: AVCaptureControl, @unchecked Sendable {
  /// The selected index.
  public var selectedIndex = 0
  /// The title.
  public let localizedTitle: String
  /// The name of the symbol.
  public let symbolName: String
  /// The number of choices.
  public let numberOfIndexes: Int
  /// The titles of the choices.
  public let localizedIndexTitles: [String]
  /// The identifier for accessibility tools.
  public var accessibilityIdentifier: String?

  /// Creates a picker with a number of choices; the default has no titles.
  public init(
    _ localizedTitle: String, symbolName: String, numberOfIndexes: Int,
    localizedTitleTransform: ((Int) -> String)? = nil
  ) {
    self.localizedTitle = localizedTitle
    self.symbolName = symbolName
    self.numberOfIndexes = numberOfIndexes
    localizedIndexTitles = localizedTitleTransform.map { (0..<max(0, numberOfIndexes)).map($0) } ?? []
  }

  /// Creates a picker with titles.
  public init(_ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]) {
    self.localizedTitle = localizedTitle
    self.symbolName = symbolName
    numberOfIndexes = localizedIndexTitles.count
    self.localizedIndexTitles = localizedIndexTitles
  }

  /// Sets the action; never called.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Int) -> Void) {}
}

/// A zoom slider.
public final class AVCaptureSystemZoomSlider: AVCaptureControl, @unchecked Sendable {
  /// Creates a slider for a camera; the action is never called.
  public init(device: AVCaptureDevice, action: ((CGFloat) -> Void)? = nil) {}
}

/// An exposure bias slider.
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl, @unchecked Sendable {
  /// Creates a slider for a camera; the action is never called.
  public init(device: AVCaptureDevice, action: ((Float) -> Void)? = nil) {}
}

/// A delegate for the use of controls; never called.
public protocol AVCaptureSessionControlsDelegate: AnyObject {
  /// Called when controls become active.
  func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
  /// Called before controls appear full-screen.
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
  /// Called before controls leave full-screen.
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
  /// Called when controls become inactive.
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}

extension CaptureSession {
  /// Whether controls are supported; always false.
  public var supportsControls: Bool { false }
  /// The maximum number of controls; always 0.
  public var maxControlsCount: Int { 0 }
  /// The controls; always empty.
  public var controls: [AVCaptureControl] { [] }
  /// The delegate of controls; always nil.
  public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? { nil }
  /// The queue of the delegate; always nil.
  public var controlsDelegateCallbackQueue: DispatchQueue? { nil }

  /// Returns whether a control can be added; always false.
  public func canAddControl(_ control: AVCaptureControl) -> Bool { false }

  /// Adds a control; not supported.
  public func addControl(_ control: AVCaptureControl) { MisuseReporter.report("addControl(_:): not supported") }

  /// Removes a control; has no effect.
  public func removeControl(_ control: AVCaptureControl) {}

  /// Sets the delegate of controls; has no effect.
  public func setControlsDelegate(
    _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?, queue controlsDelegateCallbackQueue: DispatchQueue?
  ) {}
}
