import OpenCaptureCameras
import OpenCaptureSession
import Glibc

// Checks with real kernel drivers in the rig's virtual machine (see Tests/CameraRig/run), with sound servers (see
// Tests/SoundServers/run), and with PipeWire's cameras (see Tests/PipeWireCameras/run).
let arguments = CommandLine.arguments.dropFirst()
var list = Checklist(only: Array(arguments.dropFirst(2)))
do {
  switch arguments.first {
  case "list":
    let cameras = SystemCameras()
    for device in cameras.devices {
      print(device, device.identity)
      for format in try device.loadFormats() { print("  \(format)") }
      for control in try device.controls() {
        print("  \(control.name) \(control.value) \(control.rangeDescription)")
      }
    }
  case "frames":
    try Frames.write(to: arguments.dropFirst().first ?? ".", text: arguments.dropFirst(2).first ?? LoopChecks.text)
  case "vivid": try VividChecks().run(&list)
  case "uvc": try UVCChecks(folder: arguments.dropFirst().first ?? ".").run(&list)
  case "sound": try SoundChecks().run(&list)
  case "usb-sound": try USBSoundChecks().run(&list)
  case "server": SoundServerChecks().run(&list)
  case "pipewire": PipeWireChecks().run(&list)
  case "clapper": try RecordingChecks(folder: arguments.dropFirst().first ?? ".").run(&list)
  case "graphics": GraphicsChecks().run(&list)
  case "tutorials": TutorialChecks().run(&list)
  case "loopback": LoopbackChecks(path: arguments.dropFirst().first ?? "").run(&list)
  case "loop": LoopChecks(frame: arguments.dropFirst().first ?? "").run(&list)
  default:
    print("usage: camera-checks list | frames FOLDER [TEXT]")
    print("       camera-checks vivid - [WORD…] | uvc FOLDER [WORD…] | loop FRAME [WORD…] | sound - [WORD…]")
    print("       camera-checks clapper FOLDER [WORD…] | usb-sound - [WORD…] | server - [WORD…]")
    print("       camera-checks loopback DEVICE [WORD…]")
    print("       camera-checks graphics - [WORD…] | tutorials - [WORD…] | pipewire - [WORD…]")
    exit(2)
  }
} catch {
  print("camera-checks: \(error)")
  exit(1)
}
exit(list.failureCount == 0 ? 0 : 1)
