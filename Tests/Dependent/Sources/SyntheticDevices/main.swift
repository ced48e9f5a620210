import CommandSupport
import OpenCaptureSyntheticDevices

let camera = SyntheticCamera(scene: MovingCode())
let session = CaptureSession()
try session.add(CaptureDeviceInput(device: camera.device))
report("\(session.inputs.map(\.name)), \(try camera.formats().count > 1 ? "several formats" : "one format")")
