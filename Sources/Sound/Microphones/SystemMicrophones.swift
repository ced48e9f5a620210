public import OpenCaptureSession

/// The machine's microphones: the default one, which reaches PipeWire or PulseAudio where they rule, then every device of
/// sound cards that captures, found again whenever one is plugged in or out.
///
/// Changes are noticed by inotify on `/dev/snd`, so that no device manager is needed; a thread waits for them as long as
/// the object lives. ALSA's library is loaded when a microphone is first asked for its formats.
public final class SystemMicrophones: CaptureDeviceProvider {
  private let plugged: PluggedDevices<SoundPlace>
  private let cards: SoundCards

  /// Looks for microphones, and goes on to do so.
  ///
  /// - Parameter options: How they are driven.
  public convenience init(options: ALSAMicrophone.Options = ALSAMicrophone.Options()) {
    self.init(options: options, cards: SoundCards(names: options.names))
  }

  init(options: ALSAMicrophone.Options, cards: SoundCards) {
    self.cards = cards
    plugged = PluggedDevices(
      in: cards.watched, threadName: "microphones", marks: { cards.marks(.capture) },
      places: { cards.places(.capture) }
    ) { ALSAMicrophone($0, options: options) }
  }

  /// The microphones that are connected now, the default one first, then in the order of their cards.
  public var devices: [CaptureDevice] { plugged.devices }

  /// Microphones that are plugged in or unplugged from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { plugged.changes }

  /// Whether a sound server listens, so that the default microphone can be shared with other programs.
  public var isServed: Bool { cards.hasServer }

  /// From the permissions of the device files; a sound server needs none.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { cards.authorization(.capture) }
}
