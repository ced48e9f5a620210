import OpenCaptureFlow
public import OpenCaptureSession
import OpenCaptureSystem

extension CaptureDevice {
  /// Whether cameras follow faces with a crop; false by default.
  ///
  /// Applies to all cameras whose `isCenterStageActive` can be true. The environment variable
  /// `OPENCAPTURE_CENTER_STAGE=1` is the user's choice. A program can set the property only if
  /// ``centerStageControlMode`` allows it. Otherwise it keeps its value, and the error is reported on standard error,
  /// where Apple's systems raise an exception.
  public static var isCenterStageEnabled: Bool {
    get { centerStageSwitch.isEnabled }
    set {
      do throws(CaptureError) { try centerStageSwitch.setEnabled(newValue) } catch {
        let report = CaptureRejectionObserver.reporter ?? { StandardError.write(line: "OpenCapture: \($0)") }
        report(error)
      }
    }
  }

  /// A stream of ``isCenterStageEnabled``: the current value, then every change.
  public static var isCenterStageEnabledUpdates: AsyncStream<Bool> { centerStageSwitch.isEnabledUpdates }

  /// The control of ``isCenterStageEnabled``; by default the user's.
  ///
  /// With `user`, the user's choice applies again.
  public static var centerStageControlMode: CenterStageControlMode {
    get { centerStageSwitch.mode }
    set { centerStageSwitch.mode = newValue }
  }

  private static var centerStageSwitch: CenterStageSwitch {
    _ = installFaceDetector
    return CenterStageSwitch.current
  }

  /// Installs the face tracker of this package for Center Stage at the first access.
  static let installFaceDetector: Void = CenterStageSwitch.install { OnDemandFaceTracker() }
}
