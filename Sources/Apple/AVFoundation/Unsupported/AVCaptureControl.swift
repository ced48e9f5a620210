public import Dispatch
public import Foundation
public import OpenCaptureSession

/// A control of a camera's own button; no machine here has one, so that none is used.
open class AVCaptureControl: @unchecked Sendable {
  // Unchecked, as on Apple's systems: who changes it on several threads has to see to it.

  /// Whether it could be used.
  public var isEnabled = true

  init() {}
}

/// A slider of a camera's button.
public final class AVCaptureSlider: AVCaptureControl, @unchecked Sendable {
  /// Where it is.
  public var value: Float
  /// What it is called.
  public let localizedTitle: String
  /// What it looks like.
  public let symbolName: String
  /// How its value is written.
  public var localizedValueFormat: String?
  /// Values that are marked.
  public var prominentValues: [Float] = []
  /// What programs that read screens call it.
  public var accessibilityIdentifier: String?

  /// Makes a slider of all values in a range.
  public init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>) {
    (self.localizedTitle, self.symbolName, value) = (localizedTitle, symbolName, range.lowerBound)
  }

  /// Makes a slider of values in a range, so far apart.
  public convenience init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>, step: Float) {
    self.init(localizedTitle, symbolName: symbolName, in: range)
  }

  /// Makes a slider of some values.
  public init(_ localizedTitle: String, symbolName: String, values: [Float]) {
    (self.localizedTitle, self.symbolName, value) = (localizedTitle, symbolName, values.first ?? 0)
  }

  /// Says what it does: nothing, since nobody moves it.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Float) -> Void) {}
}

/// A choice of a camera's button.
public final class AVCaptureIndexPicker: AVCaptureControl, @unchecked Sendable {
  /// Which is chosen.
  public var selectedIndex = 0
  /// What it is called.
  public let localizedTitle: String
  /// What it looks like.
  public let symbolName: String
  /// How many there are.
  public let numberOfIndexes: Int
  /// What each is called.
  public let localizedIndexTitles: [String]
  /// What programs that read screens call it.
  public var accessibilityIdentifier: String?

  /// Makes a choice of so many.
  public init(_ localizedTitle: String, symbolName: String, numberOfIndexes: Int) {
    (self.localizedTitle, self.symbolName, self.numberOfIndexes) = (localizedTitle, symbolName, numberOfIndexes)
    localizedIndexTitles = []
  }

  /// Makes a choice of so many, each called as a closure says.
  public init(
    _ localizedTitle: String, symbolName: String, numberOfIndexes: Int, localizedTitleTransform: (Int) -> String
  ) {
    (self.localizedTitle, self.symbolName, self.numberOfIndexes) = (localizedTitle, symbolName, numberOfIndexes)
    localizedIndexTitles = (0..<max(0, numberOfIndexes)).map(localizedTitleTransform)
  }

  /// Makes a choice of these.
  public init(_ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]) {
    (self.localizedTitle, self.symbolName) = (localizedTitle, symbolName)
    (numberOfIndexes, self.localizedIndexTitles) = (localizedIndexTitles.count, localizedIndexTitles)
  }

  /// Says what it does: nothing, since nobody chooses.
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Int) -> Void) {}
}

/// A slider that zooms.
public final class AVCaptureSystemZoomSlider: AVCaptureControl, @unchecked Sendable {
  /// Makes one for a camera.
  public init(device: AVCaptureDevice) {}

  /// Makes one for a camera, which tells of the zoom.
  public init(device: AVCaptureDevice, action: @escaping (CGFloat) -> Void) {}
}

/// A slider that makes pictures brighter.
public final class AVCaptureSystemExposureBiasSlider: AVCaptureControl, @unchecked Sendable {
  /// Makes one for a camera.
  public init(device: AVCaptureDevice) {}

  /// Makes one for a camera, which tells of the bias.
  public init(device: AVCaptureDevice, action: @escaping (Float) -> Void) {}
}

/// Is told when controls are used; they aren't.
public protocol AVCaptureSessionControlsDelegate: AnyObject {
  /// Controls can be used.
  func sessionControlsDidBecomeActive(_ session: AVCaptureSession)
  /// Controls are about to fill the screen.
  func sessionControlsWillEnterFullscreenAppearance(_ session: AVCaptureSession)
  /// Controls are about to leave the screen.
  func sessionControlsWillExitFullscreenAppearance(_ session: AVCaptureSession)
  /// Controls can't be used any more.
  func sessionControlsDidBecomeInactive(_ session: AVCaptureSession)
}

extension CaptureSession {
  /// False: no machine here has a camera's button.
  public var supportsControls: Bool { false }
  /// How many controls there can be: none.
  public var maxControlsCount: Int { 0 }
  /// The controls: none.
  public var controls: [AVCaptureControl] { [] }
  /// Who is told of controls: nobody.
  public var controlsDelegate: (any AVCaptureSessionControlsDelegate)? { nil }
  /// Where the delegate is called: nowhere.
  public var controlsDelegateCallbackQueue: DispatchQueue? { nil }

  /// False: see ``supportsControls``.
  public func canAddControl(_ control: AVCaptureControl) -> Bool { false }

  /// Adds nothing; see ``canAddControl(_:)``.
  public func addControl(_ control: AVCaptureControl) { Misuse.tell("addControl(_:): there is no button for it") }

  /// Takes nothing away.
  public func removeControl(_ control: AVCaptureControl) {}

  /// Tells nobody; see ``supportsControls``.
  public func setControlsDelegate(
    _ controlsDelegate: (any AVCaptureSessionControlsDelegate)?, queue controlsDelegateCallbackQueue: DispatchQueue?
  ) {}
}
