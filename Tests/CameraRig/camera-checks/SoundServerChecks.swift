import Glibc
import OpenCaptureSession
import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// Checks of the default microphone with a sound server, which captures what is played.
struct SoundServerChecks {
  private let microphones = SystemMicrophones()
  /// The duration of listening, in seconds.
  private static let seconds = 20

  private var device: CaptureDevice {
    get throws {
      guard let device = microphones.devices.first, device.uniqueID == "default" else {
        throw Failure("the first microphone is not the default one: \(microphones.devices)")
      }
      return device
    }
  }

  private var server: pid_t {
    get throws {
      guard let server = getenv("SOUND_SERVER").flatMap({ pid_t(String(cString: $0)) }) else {
        throw Failure("SOUND_SERVER does not contain a process ID")
      }
      return server
    }
  }

  func run(_ list: inout Checklist) {
    list.check("the server's microphone is the default one, is authorized, and has formats") {
      try expect(microphones.usesSoundServer && microphones.authorizationStatus == .authorized, "no server found")
      let formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat)
      try expect(formats.first?.description == "48000 Hz stereo Int16, interleaved", "\(formats)")
    }
    list.check("played sound is captured at the same level without lost frames or seams, at a low CPU load") {
      let player = try Player(.sine(frequency: 997), on: "default")
      let listener = try Listener(device)
      let cost = processorSeconds()
      let begin = monotonicSeconds()
      try listener.listen(seconds: Self.seconds) { try player.start() }
      let busy = (processorSeconds() - cost) / (monotonicSeconds() - begin)
      for channel in listener.channels {
        try expect(abs(channel.peakHoldLevel - -6.02) < 0.1, "the peak is \(channel.peakHoldLevel)")
        try expect(abs(channel.averagePowerLevel - -9.03) < 0.1, "the average is \(channel.averagePowerLevel)")
      }
      listener.stop()
      player.stop()
      let seam = rounded(listener.worstSeam * 1e6)
      note("drift \(rounded(listener.drift)) ppm, seams up to \(seam) µs, CPU load \(rounded(busy * 100)) %")
      try expect(listener.dropped.total == 0, "\(listener.dropped)")
      try expect(listener.worstSeam < 0.002, "a seam of \(listener.worstSeam) s")
      try expect(busy < 0.3, "CPU load \(busy)")
    }
    list.check(
      "a stopped server is reported as stalled to players, listeners and new listeners, and both work again later"
    ) {
      let server = try server
      defer { kill(server, SIGCONT) }
      let player = try Player(.sine(frequency: 997), on: "default")
      let listener = try Listener(device)
      try player.start()
      try listener.listen(seconds: 2)
      kill(server, SIGSTOP)
      var begin = monotonicSeconds()
      try wait(10, for: "an error of the player") { player.error != nil }
      note("playing: after \(rounded(monotonicSeconds() - begin)) s \(player.error.map { "\($0)" } ?? "")")
      try wait(8, for: "an error of the listener") { listener.error != nil }
      note("listening: after \(rounded(monotonicSeconds() - begin)) s \(listener.error.map { "\($0)" } ?? "")")
      try expect(player.error?.code == .stalled && listener.error?.code == .stalled, "not reported as stalled")
      begin = monotonicSeconds()
      player.stop()
      listener.stop()
      let stopped = rounded(monotonicSeconds() - begin)
      let opening = try Listener(device)
      try expect(stopped < 3, "stopping took \(stopped) s")
      begin = monotonicSeconds()
      // PipeWire's library opens a device without waiting for the server.
      do { try opening.listen(seconds: 2) } catch let error as CaptureError {
        try expect(error.code == .stalled, "\(error)")
      }
      try expect(opening.frameCount == 0, "received sound from a stopped server")
      note("opening: after \(rounded(monotonicSeconds() - begin)) s; stopping took \(stopped) s")
      kill(server, SIGCONT)
      let again = try Player(.sine(frequency: 997), on: "default")
      let later = try Listener(device)
      try later.listen(seconds: 2) { try again.start() }
      try expect(later.channels.allSatisfy { abs($0.peakHoldLevel - -6.02) < 0.1 }, "no sound after the restart")
    }
    list.check("killing the server ends the stream within one second, or within three if its library hangs") {
      let server = try server
      let listener = try Listener(device)
      try listener.listen(seconds: 2)
      var begin = monotonicSeconds()
      kill(server, SIGKILL)
      try wait(10, for: "the end of the stream") { listener.error != nil }
      let error = listener.error
      note("reported after \(rounded(monotonicSeconds() - begin)) s: \(error.map { "\($0)" } ?? "")")
      let limit = error?.code == .stalled ? 3.0 : 1.0
      try expect(monotonicSeconds() - begin < limit, "took \(rounded(monotonicSeconds() - begin)) s")
      begin = monotonicSeconds()
      listener.stop()
      try expect(monotonicSeconds() - begin < 1, "stopping took \(rounded(monotonicSeconds() - begin)) s")
    }
  }
}
