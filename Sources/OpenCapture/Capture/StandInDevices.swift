import OpenCaptureSession
import OpenCaptureSyntheticDevices
import OpenCaptureSystem

/// Cameras and a microphone made of software that pass for the machine's: for programs that are to run where there are
/// none, unchanged.
///
/// They are there where the environment says `OPENCAPTURE_SYNTHETIC_DEVICES=1`: a camera at the back, and one at the front,
/// each with a code that counts frames and two drawn faces.
struct StandInDevices {
  /// The cameras.
  let cameras: SyntheticCameras
  /// The microphone.
  let microphones: SyntheticMicrophones

  /// Nil where the environment doesn't ask for them.
  static let system = Self(environment: { Environment.value($0) })

  /// Nil where the environment doesn't ask for them.
  init?(environment: (String) -> String?) {
    guard environment("OPENCAPTURE_SYNTHETIC_DEVICES") == "1" else { return nil }
    var options = SyntheticCamera.Options()
    options.controls += SyntheticCamera.Options.whiteBalanceControls
    cameras = SyntheticCameras([
      SyntheticCamera(
        uniqueID: "synthetic-back", localizedName: "Back Camera", position: .back,
        deviceType: .builtInWideAngleCamera, options: options),
      SyntheticCamera(
        uniqueID: "synthetic-front", localizedName: "Front Camera", position: .front,
        deviceType: .builtInWideAngleCamera, options: options),
    ])
    microphones = SyntheticMicrophones([
      SyntheticMicrophone(uniqueID: "synthetic-microphone", localizedName: "Microphone", deviceType: .microphone)
    ])
  }
}
