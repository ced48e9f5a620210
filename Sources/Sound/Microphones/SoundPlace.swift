import OpenCaptureSession
import OpenCaptureSystem

/// A device of sound as the system shows it.
struct SoundPlace: PluggedDevice {
  let identity: CaptureDevice.Identity
  /// What ALSA calls it, converting samples where that is needed.
  let pcm: String
  /// What ALSA calls it as it is, to ask what it can.
  let hardware: String
  /// Tells a card from the one that was plugged in at the same place before.
  let incarnation: UInt?

  /// A device of ALSA's configuration.
  init(named name: String) {
    (pcm, hardware, incarnation) = (name, name, nil)
    identity = CaptureDevice.Identity(
      uniqueID: name, localizedName: name == SoundCards.defaultName ? "Default" : name, deviceType: .microphone)
  }

  /// A device of a card.
  init(_ device: Int, of card: SoundCard, identity: CaptureDevice.Identity) {
    let place = "CARD=\(card.id),DEV=\(device)"
    (pcm, hardware, incarnation) = ("plughw:\(place)", "hw:\(place)", card.incarnation)
    self.identity = identity
  }

  /// Whether both are the same device: what it is called can hang on what else is on its card.
  static func == (left: Self, right: Self) -> Bool {
    left.identity.uniqueID == right.identity.uniqueID && left.pcm == right.pcm
      && left.incarnation == right.incarnation
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(identity.uniqueID)
    hasher.combine(incarnation)
  }

  /// What errors call it.
  var name: SoundDeviceName { SoundDeviceName(name: identity.localizedName, path: identity.path) }
}
