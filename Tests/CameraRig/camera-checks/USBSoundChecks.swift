import Glibc
import OpenCaptureSession
import OpenCaptureSound

/// Checks with a USB microphone in user space, driven by `snd-usb-audio`.
struct USBSoundChecks {
  private static let name = "Rig Microphone"

  private let plug: USBMicrophone
  private let microphones: SystemMicrophones

  init() throws {
    plug = try USBMicrophone(name: Self.name)
    microphones = SystemMicrophones()
    try wait(20, for: "the USB microphone") { [microphones] in Self.device(of: microphones) != nil }
    for device in microphones.devices { note("\(device), \(device.identity.path ?? "no file")") }
  }

  func run(_ list: inout Checklist) {
    list.check("a USB microphone is found with its name, its location on the bus and its only format") {
      let device = try device
      try expect(device.localizedName.contains(Self.name), "the name is \(device.localizedName)")
      try expect(device.uniqueID.hasPrefix("usb-"), "the unique ID is \(device.uniqueID)")
      let formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat)
      try expect(formats.map(\.description) == ["48000 Hz stereo Int16, interleaved"], "\(formats)")
    }
    list.check("its sound is captured at the correct level, and the losses of an emulated system are counted") {
      let listener = try Listener(device)
      try listener.listen(seconds: 10)
      listener.stop()
      let peak = listener.channels.map(\.peakHoldLevel)
      let lost = listener.dropped.discontinuity
      note("peak \(peak), lost \(lost) sample buffers, drift \(rounded(listener.drift)) ppm")
      // 12,000 of 32,768.
      try expect(peak.count == 2 && peak.allSatisfy { abs($0 - -8.73) < 0.1 }, "the peak is \(peak)")
    }
    list.check("a frozen microphone ends the stream as stalled") {
      let listener = try Listener(device)
      try listener.listen(seconds: 1)
      let begin = monotonicSeconds()
      plug.toggleFreeze()
      defer { plug.toggleFreeze() }
      try wait(20, for: "the end of the stream") { listener.error != nil }
      note("reported after \(rounded(monotonicSeconds() - begin)) s: \(listener.error.map { "\($0)" } ?? "")")
      try expect(listener.error?.code == .stalled, "\(String(describing: listener.error))")
      listener.stop()
    }
    list.check("unplugging a microphone ends the stream within a second, and it reconnects as the same device") {
      let device = try device
      let listener = try Listener(device)
      try listener.listen(seconds: 1)
      let begin = monotonicSeconds()
      plug.unplug()
      try wait(10, for: "the end of the stream") { listener.error != nil }
      note("reported after \(rounded(monotonicSeconds() - begin)) s: \(listener.error.map { "\($0)" } ?? "")")
      try expect(listener.error?.code == .deviceDisconnected, "\(String(describing: listener.error))")
      try expect(monotonicSeconds() - begin < 1, "took \(rounded(monotonicSeconds() - begin)) s")
      listener.stop()
      try wait(10, for: "the disconnection") { !device.isConnected }
      try plug.plugIn()
      try wait(20, for: "the connection") { device.isConnected }
      let again = try Listener(device)
      try again.listen(seconds: 1)
      again.stop()
    }
  }

  private var device: CaptureDevice {
    get throws {
      guard let device = Self.device(of: microphones) else { throw Failure("no USB microphone found") }
      return device
    }
  }

  private static func device(of microphones: SystemMicrophones) -> CaptureDevice? {
    microphones.devices.first { $0.uniqueID.hasPrefix("usb-") }
  }
}

/// A USB microphone in user space: a process that is killed to unplug the microphone.
final class USBMicrophone {
  private var process = pid_t()
  private let name: String

  /// Plugs a microphone in.
  init(name: String) throws {
    self.name = name
    try plugIn()
  }

  func plugIn() throws {
    let path = getenv("UAC_MICROPHONE").map { String(cString: $0) } ?? neighbor("uac-microphone")
    process = try spawn([path, "-p", "1", "-n", name])
  }

  func unplug() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Freezes or thaws the stream.
  func toggleFreeze() { kill(process, SIGUSR1) }
}
