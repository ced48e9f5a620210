import OpenCapture
import OpenCaptureCommandSupport

/// What is with each microphone: whether it can be opened, and whether anything is heard.
struct MicrophoneChecks {
  /// For how long is listened.
  static let listeningTime = MediaTime(value: 1, timescale: 1)

  private let microphones: [CaptureDevice]

  init(_ microphones: [CaptureDevice]) { self.microphones = microphones }

  /// How the doctor drives microphones: one that gives nothing is not waited for long.
  static var options: ALSAMicrophone.Options {
    var options = ALSAMicrophone.Options()
    options.stallTimeout = MediaTime(value: 2, timescale: 1)
    return options
  }

  /// Whether sound can be had at all, and then microphone by microphone.
  ///
  /// Where one works, others that don't are no fault: a sound server has them mostly.
  func findings() async -> [Finding] {
    do throws(CaptureError) { try ALSALibrary.load() } catch {
      return [.wrong("sound: \(error.reason)", remedy: error.remedy)]
    }
    let library = Finding.well("sound: ALSA")
    guard !microphones.isEmpty else {
      return [
        library,
        .note(
          "microphones: the kernel shows none",
          remedy: "plug one in (in a virtual machine, pass it through); --microphone synthetic works without"),
      ]
    }
    var found: [Finding] = []
    for microphone in microphones { found.append(await finding(about: microphone)) }
    let works = found.contains { $0.state == .well }
    return [library]
      + found.map { works && $0.state == .wrong ? .note($0.text, remedy: $0.remedy) : $0 }
  }

  private func finding(about microphone: CaptureDevice) async -> Finding {
    let subject = "\(microphone.localizedName) (\(microphone.identity.path ?? microphone.uniqueID))"
    do {
      let count = try microphone.loadFormats().count
      guard count > 0 else { return .wrong("\(subject): it has no format that is known here") }
      let peak = try await peak(heardBy: microphone)
      if peak <= -100 {
        return .note(
          "\(subject): \(count) formats, and it hears nothing at all",
          remedy: "see whether it is muted, or switched off: alsamixer, or the sound settings")
      }
      return .well("\(subject): \(count) formats, and it hears up to \(Int(peak.rounded())) dBFS")
    } catch let error as CaptureError {
      return .wrong("\(subject): \(error.reason)", remedy: error.remedy)
    } catch {
      return .wrong("\(subject): \(error)")
    }
  }

  /// The loudest that is heard in a second, in dBFS.
  private func peak(heardBy microphone: CaptureDevice) async throws -> Float {
    let (session, output) = (CaptureSession(), CaptureAudioDataOutput())
    try session.addInput(CaptureDeviceInput(device: microphone))
    try session.addOutput(output)
    let channels = output.connection(with: .audio)?.audioChannels ?? []
    // Levels are measured from the first time on that they are asked for.
    for channel in channels { _ = channel.peakHoldLevel }
    let sounds = output.sampleBuffers
    try await session.start()
    var heard = MediaTime.zero
    do {
      for try await sound in sounds {
        heard = heard + sound.duration
        if heard >= Self.listeningTime { break }
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
