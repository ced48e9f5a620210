import OpenCapture
import OpenCaptureCommandSupport

/// The checks of each microphone: whether it can be opened, and whether it delivers sound.
struct MicrophoneChecks {
  /// The time to record from each microphone.
  static let listeningTime = MediaTime(value: 1, timescale: 1)

  private let microphones: [CaptureDevice]

  init(_ microphones: [CaptureDevice]) { self.microphones = microphones }

  /// The driver options for checks, with a short timeout.
  static var options: ALSAMicrophone.Options {
    var options = ALSAMicrophone.Options()
    options.stallTimeout = MediaTime(value: 2, timescale: 1)
    return options
  }

  /// Checks ALSA, and then microphone by microphone.
  ///
  /// If one microphone works, failures of others are only notes, as a sound server often uses them.
  func findings() async -> [Finding] {
    do throws(CaptureError) { try ALSALibrary.load() } catch {
      return [.wrong("sound: \(error.reason)", hint: error.hint)]
    }
    let library = Finding.well("sound: ALSA")
    guard !microphones.isEmpty else {
      let hint = "connect one (in a virtual machine, pass it through), or use --microphone synthetic"
      return [library, .note("No microphone found.", hint: hint)]
    }
    var found: [Finding] = []
    for microphone in microphones { found.append(await finding(about: microphone)) }
    let works = found.contains { $0.state == .well }
    return [library]
      + found.map { works && $0.state == .wrong ? .note($0.text, hint: $0.hint) : $0 }
  }

  private func finding(about microphone: CaptureDevice) async -> Finding {
    let subject = "\(microphone.localizedName) (\(microphone.identity.path ?? microphone.uniqueID))"
    do {
      let count = try microphone.loadFormats().count
      guard count > 0 else { return .wrong("\(subject): no supported format") }
      let peak = try await peak(of: microphone)
      if peak <= -100 {
        return .note(
          "\(subject): silent, \(count) formats",
          hint: "check whether it is muted or switched off, with alsamixer or in the sound settings")
      }
      return .well("\(subject): \(count) formats, peak \(Int(peak.rounded())) dBFS")
    } catch {
      return .wrong(subject, error)
    }
  }

  /// Records for a second and returns the peak level in dBFS.
  private func peak(of microphone: CaptureDevice) async throws -> Float {
    let session = CaptureSession()
    let output = CaptureAudioDataOutput()
    try session.add(CaptureDeviceInput(device: microphone))
    try session.add(output)
    let channels = output.connection(with: .audio)?.audioChannels ?? []
    // The first access starts the measurement.
    for channel in channels { _ = channel.peakHoldLevel }
    let sounds = output.sampleBuffers
    try await session.start()
    var duration = MediaTime.zero
    do {
      for try await sound in sounds {
        duration = duration + sound.duration
        if duration >= Self.listeningTime { break }
      }
    } catch {
      await session.stop()
      throw error
    }
    let peak = channels.map(\.peakHoldLevel).max() ?? -160
    await session.stop()
    return peak
  }
}
