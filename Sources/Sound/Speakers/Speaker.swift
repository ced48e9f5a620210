import OpenCaptureSession

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

extension SoundDeviceListing {
  func name(of noun: String) -> SoundDeviceName {
    SoundDeviceName(name: identity.localizedName, path: identity.path, noun: noun)
  }
}

extension SoundDeviceName {
  init(speaker: String?) { self.init(name: speaker ?? "the default speaker", path: nil, noun: "speaker") }
}
