import Glibc
import OpenCapture
public import OpenCaptureSession
import OpenCaptureSystem

extension CaptureDevice {
  private struct Preference: Lockable {
    var uniqueID: String?
  }

  private static let preference = Locked(Preference())

  /// The camera that the person chose, as the program said by setting it; kept until the program ends.
  public static var userPreferredCamera: CaptureDevice? {
    get { preference.withLock { $0.uniqueID }.flatMap { device(uniqueID: $0) } }
    set { preference.withLock { $0.uniqueID = newValue?.uniqueID } }
  }

  /// The camera to take: ``userPreferredCamera`` where that is plugged in, else the first.
  public static var systemPreferredCamera: CaptureDevice? {
    userPreferredCamera.flatMap { $0.isConnected ? $0 : nil } ?? `default`(for: .video)
  }
}
