import CommandSupport
import OpenCaptureCameras

/// Returns the names of a camera's controls.
func describe(_ device: CaptureDevice) throws(CaptureError) -> [String] {
  try device.controls().map(\.name.rawValue)
}

for device in SystemCameras().devices { _ = try? describe(device) }
report("stall after \(V4L2Camera.Options().stallTimeout.seconds) s")
