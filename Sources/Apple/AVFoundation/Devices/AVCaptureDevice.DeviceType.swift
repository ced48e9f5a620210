public import OpenCaptureSession

extension CaptureDevice.DeviceType {
  /// A camera with a long lens, built in; none is known for one.
  public static let builtInTelephotoCamera = Self(rawValue: "built-in-telephoto")
  /// A camera with a very short lens, built in; none is known for one.
  public static let builtInUltraWideCamera = Self(rawValue: "built-in-ultra-wide")
  /// Two cameras that act as one; there are none.
  public static let builtInDualCamera = Self(rawValue: "built-in-dual")
  /// Two cameras that act as one; there are none.
  public static let builtInDualWideCamera = Self(rawValue: "built-in-dual-wide")
  /// ``builtInDualCamera``, by its older name.
  public static let builtInDuoCamera = Self.builtInDualCamera
  /// Three cameras that act as one; there are none.
  public static let builtInTripleCamera = Self(rawValue: "built-in-triple")
  /// A camera that tells distances; there is none.
  public static let builtInTrueDepthCamera = Self(rawValue: "built-in-true-depth")
  /// A camera that tells distances; there is none.
  public static let builtInLiDARDepthCamera = Self(rawValue: "built-in-lidar-depth")
  /// A telephone as a camera; it is `external` here.
  public static let continuityCamera = Self(rawValue: "continuity")
  /// A telephone that looks down; there is none.
  public static let deskViewCamera = Self(rawValue: "desk-view")
  /// `external`, by its older name.
  public static let externalUnknown = Self.external
  /// `microphone`, by its older name.
  public static let builtInMicrophone = Self.microphone
}
