import OpenCaptureMediaSamples

/// One channel of the sound that passes a connection: how loud it is, and how loud it shall be (`AVCaptureAudioChannel`).
///
///     let level = connection.audioChannels[0].averagePowerLevel
///
/// Levels are those of what leaves the connection, ``volume`` included. They are measured from the first time on that
/// somebody asks for one of the connection's; nobody else pays for them.
public final class CaptureAudioChannel: Sendable {
  /// The place of the channel among the connection's, from 0.
  public let index: Int
  private weak let passage: SoundPassage?

  init(_ index: Int, of passage: SoundPassage) { (self.index, self.passage) = (index, passage) }

  /// The effective value of the last 0.3 s, which is how long a VU meter takes (IEC 60268-17), in dBFS: a sine at full
  /// scale has −3.01; −160 for silence and where nothing has been heard.
  public var averagePowerLevel: Float { (passage?.levels(ofChannel: index) ?? .init()).average }

  /// The largest sample of the last 1.5 s, in dBFS: full scale has 0; −160 for silence and where nothing has been heard.
  public var peakHoldLevel: Float { (passage?.levels(ofChannel: index) ?? .init()).peak }

  /// What the samples are multiplied by, 0 to 1; default 1, which leaves them as they are.
  ///
  /// What is less or more than that is taken as 0 or 1.
  public var volume: Float {
    get { passage?.volume(ofChannel: index) ?? 1 }
    set { passage?.setVolume(newValue, ofChannel: index) }
  }

  /// Whether the channel is heard; default true.
  ///
  /// Without it, it is silent, and as long as before.
  public var isEnabled: Bool {
    get { passage?.isEnabled(channel: index) ?? true }
    set { passage?.setEnabled(newValue, channel: index) }
  }
}
