import CommandSupport
import OpenCaptureNetworkCameras

let camera = NetworkCamera(try NetworkCameraAddress("rtsp://me:secret@door.local/stream1"))
report("\(camera.identity.uniqueID), \(camera.device.deviceType.rawValue)")
