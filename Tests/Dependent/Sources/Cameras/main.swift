import CommandSupport
import OpenCaptureCameras

/// What a camera can do, as programs list it.
func describe(_ device: CaptureDevice) throws(CaptureError) -> [String] {
  try device.controls().map(\.name.rawValue)
}

for device in SystemCameras().devices { _ = try? describe(device) }
report("\(V4L2Camera.Options().stallTimeout.seconds) s without a frame are too long")
