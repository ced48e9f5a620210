public import OpenCaptureFlow
import Glibc
public import OpenCaptureMediaSamples
import OpenCaptureSession

/// Plays sound through a speaker as it comes (`AVCaptureAudioPreviewOutput`).
///
///     let output = CaptureAudioPreviewOutput()
///     output.volume = 0.5
///     try session.addOutput(output)
///
/// It never holds up the microphone: a fifth of a second waits for the speaker, and where more comes, because the
/// speaker's clock is slower, the oldest is left out.
public final class CaptureAudioPreviewOutput: CaptureOutput {
  /// What the session keeps about the output.
  public let link = CaptureOutputLink()
  private let player: SoundPlayer

  /// Makes an output that plays through the default speaker, silently.
  public convenience init() {
    self.init { (speaker, format) throws(CaptureError) in
      try ALSALibrary.load()
      let place = SoundCards().speaker(speaker)
      let name = place?.name(of: "speaker") ?? SoundDeviceName(speaker: speaker)
      return try name.patiently { () throws(PCMFailure) in
        try ALSADriver(place?.pcm ?? speaker ?? SoundCards.defaultName, plays: true, format: format.playable)
      }
    }
  }

  init(_ open: @escaping SoundPlayer.Opening) { player = SoundPlayer(open) }

  /// Sound.
  public var mediaTypes: [MediaType] { [.audio] }

  /// What plays the sound.
  public var receivers: [any SampleReceiver] { [player] }

  /// How loud it is, from 0 to 1, which leaves sound as it is; default 0: a speaker beside a microphone howls.
  ///
  /// While it is 0, no speaker is open. (AVFoundation names no default.)
  public var volume: Float {
    get { player.volume }
    set { player.volume = newValue }
  }

  /// The speaker, one of ``Speaker/all`` or a name of ALSA's; default nil, which is the system's default.
  public var outputDeviceUniqueID: String? {
    get { player.speaker }
    set { player.speaker = newValue }
  }

  /// Why nothing is played; nil where it is, or will be.
  ///
  /// It is tried again with the next start of the session, and where ``outputDeviceUniqueID`` is set.
  public var playbackError: CaptureError? { player.error }

  /// How many sample buffers were left out, because the speaker was slower than the sound.
  public var droppedSampleBufferCount: Int { player.droppedCount }

  /// Waits until nothing waits to be played.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { player.waitUntilIdle(until: deadline) }
}

extension AudioFormat {
  /// As devices take it: side by side.
  fileprivate var playable: AudioFormat {
    (try? AudioFormat(commonFormat: commonFormat, sampleRate: sampleRate, channels: channelCount, interleaved: true))
      ?? self
  }
}
