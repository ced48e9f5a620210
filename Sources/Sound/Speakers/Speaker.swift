import OpenCaptureSession

/// What sound can be played through.
public struct Speaker: Sendable, Hashable {
  /// The same for the same speaker whenever it is plugged in again.
  public let uniqueID: String
  /// The name for people.
  public let localizedName: String
  /// Its device file; nil for the default one.
  public let path: String?

  /// The speakers that are there now, the default one first.
  public static var all: [Speaker] {
    SoundCards().places(.playback).map { place in
      Speaker(
        uniqueID: place.identity.uniqueID, localizedName: place.identity.localizedName, path: place.identity.path)
    }
  }
}

extension SoundCards {
  /// The place of a speaker; nil where there is none of this id.
  func speaker(_ uniqueID: String?) -> SoundPlace? {
    uniqueID.flatMap { id in places(.playback).first { $0.identity.uniqueID == id } }
  }
}

extension SoundPlace {
  func name(of noun: String) -> SoundDeviceName {
    SoundDeviceName(name: identity.localizedName, path: identity.path, noun: noun)
  }
}

extension SoundDeviceName {
  init(speaker: String?) { self.init(name: speaker ?? "the default speaker", path: nil, noun: "speaker") }
}
