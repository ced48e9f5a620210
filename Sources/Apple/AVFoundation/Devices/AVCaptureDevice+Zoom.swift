public import Foundation
public import OpenCaptureSession

extension CaptureDevice {
  /// How many times larger than without zoom things are seen, 1 to ``maxAvailableVideoZoomFactor``.
  public var videoZoomFactor: CGFloat {
    get { CGFloat(zoom) }
    set { zoom = Double(newValue) }
  }

  /// The least ``videoZoomFactor``: 1.
  public var minAvailableVideoZoomFactor: CGFloat { 1 }

  /// The greatest ``videoZoomFactor``.
  public var maxAvailableVideoZoomFactor: CGFloat { CGFloat(greatestZoom) }

  /// Zooms smoothly while frames come.
  ///
  /// - Parameters:
  ///   - factor: Where it ends.
  ///   - rate: How many times a second the factor doubles or halves.
  public func ramp(toVideoZoomFactor factor: CGFloat, withRate rate: Float) {
    Misuse.telling { try zoom(to: Double(factor), rate: rate) }
  }

  /// By what the zoom factor is multiplied where people are shown it: 1.
  public var displayVideoZoomFactorMultiplier: CGFloat { 1 }

  /// True where the program itself moves between cameras that act as one; there are none.
  public var dualCameraSwitchOverVideoZoomFactor: CGFloat { 1 }
}
