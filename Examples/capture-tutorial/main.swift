import Dispatch
import OpenCapture

// Common tutorials on AVFoundation's video capture, with this package's names and synthetic cameras.

// Frames in a delegate.
let frame = DispatchSemaphore(value: 0)
let extractor = FrameExtractor { image in
  if image.width < image.height { frame.signal() }
}
frame.wait()
extractor.stop()
print("frames: upright, in BGRA")

// Codes.
let queue = DispatchQueue(label: "main")
let scanned = DispatchSemaphore(value: 0)
let codes = SyntheticCamera(scene: MovingCode { _ in "hello" }, uniqueID: "codes")
let scanner = ScannerController(videoCaptureDevice: codes.device, queue: queue) { text in
  print("code:", text)
  scanned.signal()
}
scanned.wait()

// A switch between two cameras.
let front = SyntheticCamera(uniqueID: "front", position: .front)
let back = SyntheticCamera(uniqueID: "back", position: .back)
let cameras = CaptureDevice.DiscoverySession(
  deviceTypes: [.synthetic], mediaType: .video, position: .unspecified, provider: SyntheticCameras([front, back]))
var cameraSwitch = try CameraSwitch(cameras: cameras)
try cameraSwitch.captureSession.add(CaptureVideoDataOutput())
cameraSwitch.captureSession.startRunning()
try cameraSwitch.switchCameras()
print("switched to:", cameraSwitch.currentCameraPosition)
try cameraSwitch.switchCameras()
print("switched to:", cameraSwitch.currentCameraPosition)
cameraSwitch.captureSession.stopRunning()

// Frame rates.
configureCameraForHighestFrameRate(device: back.device)
print("highest rate:", back.device.activeFormat)
set(frameRate: 15, on: back.device)
print("frame duration:", back.device.minFrameDuration)

// A tap in a view of a running camera.
let geometry = PreviewGeometry(
  bounds: Rect(x: 0, y: 0, width: 640, height: 480), videoDimensions: back.device.activeFormat.dimensions,
  videoGravity: .resizeAspectFill)
cameraSwitch.captureSession.startRunning()
focusAndExposeTap(at: Point(x: 320, y: 120), in: geometry, on: back.device)
let point = back.device.focusPoint
print("focus at: \(point.x), \(point.y);", back.device.isAdjustingFocus ? "adjusting" : "settled")
toggleTorch(on: true, device: back.device)
print("torch:", back.device.torchMode)
cameraSwitch.captureSession.stopRunning()
