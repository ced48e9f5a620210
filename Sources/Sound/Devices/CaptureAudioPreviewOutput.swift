public import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureSession
public import OpenCaptureSystem

/// An output that plays sound through a speaker (`AVCaptureAudioPreviewOutput`).
///
///     let output = CaptureAudioPreviewOutput()
///     output.volume = 0.5
///     try session.add(output)
///
/// The output never delays the microphone. Its queue holds up to 200 ms of sound. If the clock of the speaker is slower
/// and the queue is full, the oldest sound is dropped.
public final class CaptureAudioPreviewOutput: CaptureOutput, IdentityHashable {
  /// The session's data about the output.
  public let link = CaptureOutputLink()
  private let player: SoundPlayer

  /// Creates an output for the default speaker with volume 0.
  public convenience init() {
    self.init { (speaker, format) throws(CaptureError) in
      try ALSALibrary.load()
      let place = SoundCards().speaker(speaker)
      var name = place?.name ?? SoundDeviceName(speaker: speaker)
      name.noun = "speaker"
      return try name.withTimeout { () throws(PCMError) in
        try ALSADevice(place?.pcm ?? speaker ?? SoundCards.defaultName, plays: true, format: format.playable)
      }
    }
  }

  init(_ open: @escaping SoundPlayer.Opening) { player = SoundPlayer(open) }

  /// The media types, audio only.
  public var mediaTypes: [MediaType] { [.audio] }

  /// The receiver that plays the sound.
  public var receivers: [any SampleReceiver] { [player] }

  /// The volume from 0 to 1, which is full volume (default: 0, because a speaker near a microphone causes feedback).
  ///
  /// While the volume is 0, no speaker is open. AVFoundation documents no default.
  public var volume: Float {
    get { player.volume }
    set { player.volume = newValue }
  }

  /// The unique ID of the speaker, from ``Speaker/all``, or an ALSA name (default: nil, the system's default speaker).
  public var outputDeviceUniqueID: String? {
    get { player.speaker }
    set { player.speaker = newValue }
  }

  /// The error that prevents playback, or nil.
  ///
  /// Playback is tried again when the session starts or when ``outputDeviceUniqueID`` is set.
  public var playbackError: CaptureError? { player.error }

  /// The number of sample buffers dropped because the speaker was slower than the sound.
  public var droppedSampleBufferCount: Int { player.droppedCount }

  /// Waits until all sound is played, and returns false after the deadline.
  package func waitUntilIdle(until deadline: UInt64) -> Bool { player.waitUntilIdle(until: deadline) }
}

extension AudioFormat {
  /// The interleaved format, which devices expect.
  fileprivate var playable: AudioFormat {
    (try? AudioFormat(commonFormat: commonFormat, sampleRate: sampleRate, channels: channelCount, interleaved: true))
      ?? self
  }
}

/// A speaker.
public struct Speaker: Sendable, Hashable {
  /// The unique ID, which is stable when the speaker is unplugged and plugged in again.
  public let uniqueID: String
  /// The localized name.
  public let localizedName: String
  /// The device file, or nil for the default speaker.
  public let path: String?

  /// The available speakers, the default one first.
  public static var all: [Speaker] {
    SoundCards().places(.playback).map { place in
      Speaker(
        uniqueID: place.identity.uniqueID, localizedName: place.identity.localizedName, path: place.identity.path)
    }
  }
}

extension SoundCards {
  /// Returns the speaker with this unique ID, or nil.
  func speaker(_ uniqueID: String?) -> SoundDeviceListing? {
    uniqueID.flatMap { id in places(.playback).first { $0.identity.uniqueID == id } }
  }
}

extension SoundDeviceName {
  init(speaker: String?) { self.init(name: speaker ?? "the default speaker", path: nil, noun: "speaker") }
}
