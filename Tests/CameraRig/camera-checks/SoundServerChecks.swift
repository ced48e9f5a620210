import Glibc
import OpenCaptureSession
import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// What is checked of the default microphone where a sound server rules, which hears what is played.
struct SoundServerChecks {
  private let microphones = SystemMicrophones()
  /// How long is listened, in seconds.
  private static let seconds = 20

  private var device: CaptureDevice {
    get throws {
      guard let device = microphones.devices.first, device.uniqueID == "default" else {
        throw Failure("the first microphone isn't the default one: \(microphones.devices)")
      }
      return device
    }
  }

  private var server: pid_t {
    get throws {
      guard let server = getenv("SOUND_SERVER").flatMap({ pid_t(String(cString: $0)) }) else {
        throw Failure("SOUND_SERVER says no process")
      }
      return server
    }
  }

  func run(_ list: inout Checklist) {
    list.check("the server's microphone is the default one, may be used, and has formats") {
      try expect(microphones.isServed && microphones.authorizationStatus == .authorized, "it isn't served")
      let formats = try device.loadFormats().compactMap(\.formatDescription.audioFormat)
      try expect(formats.first?.description == "48000 Hz stereo Int16, interleaved", "\(formats)")
    }
    list.check("what is played is heard as loud, without a frame lost or a seam, and nobody is kept busy") {
      let (player, listener) = (try Player(.sine(frequency: 997), on: "default"), try Listener(device))
      let (cost, begin) = (processorSeconds(), monotonicSeconds())
      try listener.listen(seconds: Self.seconds) { try player.start() }
      let busy = (processorSeconds() - cost) / (monotonicSeconds() - begin)
      for channel in listener.channels {
        try expect(abs(channel.peakHoldLevel - -6.02) < 0.1, "the peak is \(channel.peakHoldLevel)")
        try expect(abs(channel.averagePowerLevel - -9.03) < 0.1, "the average is \(channel.averagePowerLevel)")
      }
      listener.stop()
      player.stop()
      let seam = rounded(listener.worstSeam * 1e6)
      note("drift \(rounded(listener.drift)) ppm, seams up to \(seam) µs, \(rounded(busy * 100)) % of a core")
      try expect(listener.dropped.total == 0, "\(listener.dropped)")
      try expect(listener.worstSeam < 0.002, "a seam of \(listener.worstSeam) s")
      try expect(busy < 0.3, "it takes \(busy) of a core")
    }
    list.check(
      "a server that stops is told of by who plays and who listens, and who opens it then; when it goes on, so do they"
    ) {
      let server = try server
      defer { kill(server, SIGCONT) }
      let (player, listener) = (try Player(.sine(frequency: 997), on: "default"), try Listener(device))
      try player.start()
      try listener.listen(seconds: 2)
      kill(server, SIGSTOP)
      var begin = monotonicSeconds()
      try wait(10, for: "error of playing") { player.error != nil }
      note("playing: after \(rounded(monotonicSeconds() - begin)) s \(player.error.map { "\($0)" } ?? "")")
      try wait(8, for: "error of listening") { listener.error != nil }
      note("listening: after \(rounded(monotonicSeconds() - begin)) s \(listener.error.map { "\($0)" } ?? "")")
      try expect(player.error?.code == .stalled && listener.error?.code == .stalled, "it isn't stalled")
      begin = monotonicSeconds()
      player.stop()
      listener.stop()
      let (stopped, opening) = (rounded(monotonicSeconds() - begin), try Listener(device))
      try expect(stopped < 3, "to stop takes \(stopped) s")
      begin = monotonicSeconds()
      // PipeWire's library opens without an answer.
      do { try opening.listen(seconds: 2) } catch let error as CaptureError {
        try expect(error.code == .stalled, "\(error)")
      }
      try expect(opening.frameCount == 0, "something is heard")
      note("opening: after \(rounded(monotonicSeconds() - begin)) s; stopping took \(stopped) s")
      kill(server, SIGCONT)
      let (again, later) = (try Player(.sine(frequency: 997), on: "default"), try Listener(device))
      try later.listen(seconds: 2) { try again.start() }
      try expect(later.channels.allSatisfy { abs($0.peakHoldLevel - -6.02) < 0.1 }, "it isn't heard again")
    }
    list.check("a server that is killed ends the stream within a second, where its library hangs within three") {
      let server = try server
      let listener = try Listener(device)
      try listener.listen(seconds: 2)
      var begin = monotonicSeconds()
      kill(server, SIGKILL)
      try wait(10, for: "end") { listener.error != nil }
      let error = listener.error
      note("told after \(rounded(monotonicSeconds() - begin)) s: \(error.map { "\($0)" } ?? "")")
      let patience = error?.code == .stalled ? 3.0 : 1.0
      try expect(monotonicSeconds() - begin < patience, "it took \(rounded(monotonicSeconds() - begin)) s")
      begin = monotonicSeconds()
      listener.stop()
      try expect(monotonicSeconds() - begin < 1, "to stop takes \(rounded(monotonicSeconds() - begin)) s")
    }
  }

  private func processorSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
