import Glibc

/// A USB camera in user space: a process that is killed to unplug the camera.
final class USBCamera {
  private(set) var process = pid_t()
  let log: String
  private let arguments: [String]
  private let frames: String

  /// Plugs a camera in.
  init(frames: String, port: Int, name: String = "USB Camera") throws {
    log = "/tmp/uvc-camera-\(port).log"
    self.frames = frames
    arguments = ["-p", "\(port)", "-n", name, "-l", log]
    try plugIn()
  }

  func plugIn() throws {
    let path = getenv("UVC_CAMERA").map { String(cString: $0) } ?? neighbor("uvc-camera")
    process = try spawn([path] + arguments + [frames])
  }

  func unplug() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Freezes or thaws the stream.
  func toggleFreeze() { kill(process, SIGUSR1) }

  /// Marks the next frame as damaged.
  func damageNextFrame() { kill(process, SIGUSR2) }

  /// The lines that the camera has written to its log since it was first plugged in.
  var lines: [String] { read(log).split(separator: "\n").map(String.init) }
}
