public import OpenCaptureSession

/// The microphones of this system: the default one and all capture devices of sound cards.
///
/// The default microphone is that of the sound server, PipeWire or PulseAudio, if one runs. A thread watches `/dev/snd`
/// with inotify for as long as the object lives. It notices devices that are plugged in or unplugged without a device
/// manager. ALSA's library is loaded when the formats of a microphone are first read.
public final class SystemMicrophones: CaptureDeviceProvider {
  private let plugged: DeviceMonitor<SoundDeviceListing>
  private let cards: SoundCards

  /// Lists the microphones and starts to watch for changes.
  ///
  /// - Parameter options: The options of all microphones.
  public convenience init(options: ALSAMicrophone.Options = ALSAMicrophone.Options()) {
    self.init(options: options, cards: SoundCards(names: options.names))
  }

  init(options: ALSAMicrophone.Options, cards: SoundCards) {
    self.cards = cards
    plugged = DeviceMonitor(
      in: cards.watched, threadName: "microphones", marks: { cards.marks(.capture) },
      places: { cards.places(.capture) }
    ) { ALSAMicrophone($0, options: options) }
  }

  /// The connected microphones: the default one first, then in the order of their cards.
  public var devices: [CaptureDevice] { plugged.devices }

  /// The microphones that connect and disconnect from now on.
  public var deviceChanges: AsyncStream<CaptureDeviceChange> { plugged.changes }

  /// Whether a sound server is running, which shares the default microphone with other programs.
  public var usesSoundServer: Bool { cards.isSoundServerRunning }

  /// The authorization status, taken from the permissions of the device files; always authorized with a sound server.
  public var authorizationStatus: CaptureDevice.AuthorizationStatus { cards.authorization(.capture) }
}
