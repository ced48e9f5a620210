import Glibc
import OpenCaptureSession
import OpenCaptureSystem

/// The sound cards of the system and their devices, read from the kernel without opening a device or loading a library.
struct SoundCards: Sendable {
  /// ALSA's name of the default device: the sound server (PipeWire or PulseAudio) if one runs, else the first card.
  static let defaultName = "default"

  enum Direction: String, Sendable {
    case capture = "c"
    case playback = "p"
  }

  /// A prefix of all system paths, for tests (default: empty).
  var root = ""
  /// The names of additional devices of ALSA's configuration.
  var names: [String] = []
  /// The folder with the sockets of the user's sound server.
  var serverFolder = Environment.value("XDG_RUNTIME_DIR")

  /// The folders of device files, watched for changes.
  var watched: [String] { ["\(root)/dev", "\(root)/dev/snd"] }

  /// Returns marks that change when a device connects, disconnects or changes its permissions.
  func marks(_ direction: Direction) -> [DevicePlaceState] {
    let files = self.files(direction).map { file in
      DevicePlaceState(
        name: file.name, incarnation: FileSystem.real("\(sysfs)/\(file.name)").flatMap(FileSystem.inode),
        mayOpen: mayOpen(file))
    }
    return files + [DevicePlaceState(name: Self.defaultName, incarnation: nil, mayOpen: isSoundServerRunning)]
  }

  /// Returns the available devices: the default one, then those of each card, then the additional ones.
  func places(_ direction: Direction) -> [SoundDeviceListing] {
    let files = self.files(direction)
    let text = FileSystem.bytes("\(root)/proc/asound/cards").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let cards = card(Set(files.map(\.card)), names: SoundCard.names(in: text))
    let devices = files.compactMap { file in
      cards[file.card].map { card in
        place(file, of: card, isOnly: files.count { $0.card == file.card } == 1)
      }
    }
    let hasDefault = !devices.isEmpty || isSoundServerRunning
    return (hasDefault ? [SoundDeviceListing(named: Self.defaultName)] : []) + devices
      + names.map { SoundDeviceListing(named: $0) }
  }

  /// Returns the authorization: not determined without device files, and authorized if one of them can be opened.
  func authorization(_ direction: Direction) -> CaptureDevice.AuthorizationStatus {
    if isSoundServerRunning { return .authorized }
    let files = self.files(direction)
    if files.isEmpty { return .notDetermined }
    return files.contains(where: mayOpen) ? .authorized : .denied
  }

  // MARK: Files

  private struct File {
    let name: String
    let card: Int
    let device: Int
  }

  private var sysfs: String { "\(root)/sys/class/sound" }

  private func path(_ file: File) -> String { "\(root)/dev/snd/\(file.name)" }

  private func mayOpen(_ file: File) -> Bool { access(path(file), R_OK | W_OK) == 0 }

  /// Whether a sound server is running, which shares the cards' devices.
  var isSoundServerRunning: Bool {
    serverFolder.map { folder in
      ["pulse/native", "pipewire-0"].contains { access("\(folder)/\($0)", F_OK) == 0 }
    } ?? false
  }

  /// Returns the device files, such as `pcmC0D0c`, in the order of their numbers.
  private func files(_ direction: Direction) -> [File] {
    let files = FileSystem.names(in: sysfs).compactMap { name -> File? in
      guard name.hasPrefix("pcmC"), name.hasSuffix(direction.rawValue) else { return nil }
      let numbers = name.dropFirst(4).dropLast().split(separator: "D").compactMap { Int($0) }
      return numbers.count == 2 ? File(name: name, card: numbers[0], device: numbers[1]) : nil
    }
    return files.sorted { ($0.card, $0.device) < ($1.card, $1.device) }
  }

  private func card(_ indices: Set<Int>, names: [Int: String]) -> [Int: SoundCard] {
    var cards: [Int: SoundCard] = [:]
    for index in indices {
      let folder = "\(sysfs)/card\(index)"
      guard let id = FileSystem.text("\(folder)/id"), let real = FileSystem.real(folder) else { continue }
      cards[index] = SoundCard(
        index: index, id: id, name: names[index] ?? id, folder: folder, incarnation: FileSystem.inode(real),
        usb: USBDescription(above: real))
    }
    return cards
  }

  private func place(_ file: File, of card: SoundCard, isOnly: Bool) -> SoundDeviceListing {
    let info = FileSystem.bytes(
      "\(root)/proc/asound/card\(card.index)/pcm\(file.device)\(file.name.suffix(1))/info")
    let lines = info.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    let part = lines.first { $0.hasPrefix("name: ") }.map { String($0.dropFirst(6)) } ?? "\(file.device)"
    // USB cards are numbered in the order of connection, so that their identifiers are not stable.
    let id = card.usb.map { "usb-\($0.port)-\($0.signature)" } ?? card.id
    let identity = CaptureDevice.Identity(
      uniqueID: "\(id).\(file.device)", localizedName: isOnly ? card.name : "\(card.name), \(part)",
      modelID: card.usb?.model ?? "", manufacturer: card.usb?.manufacturer ?? "", deviceType: .microphone,
      position: CaptureDevice.Position(firmware: "\(card.folder)/device"), path: path(file),
      bus: card.usb?.bus.map { "USB bus \($0)" }, physicalDevice: card.usb?.folder)
    return SoundDeviceListing(file.device, of: card, identity: identity)
  }
}

/// A sound card with its properties from the kernel.
struct SoundCard: Sendable, Hashable {
  let index: Int
  /// The kernel's identifier, such as `PCH`, unique among the connected cards.
  let id: String
  let name: String
  /// The folder in sysfs.
  let folder: String
  let incarnation: UInt?
  let usb: USBDescription?

  /// Parses `/proc/asound/cards` and returns the names of the cards that have one, by their numbers.
  ///
  /// A card has a line such as ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`, and a second line with its location.
  static func names(in text: String) -> [Int: String] {
    var names: [Int: String] = [:]
    for line in text.split(separator: "\n") {
      guard let bracket = line.firstIndex(of: "["),
        let index = Int(line[..<bracket].drop { $0 == " " }.prefix { $0.isNumber }),
        let end = line[bracket...].firstIndex(of: "]"), line[end...].hasPrefix("]: ")
      else { continue }
      let rest = line[end...].dropFirst(3)
      let name = rest.firstRange(of: " - ").map { rest[$0.upperBound...] } ?? rest
      // A USB device can have an empty name.
      if !name.isEmpty { names[index] = String(name) }
    }
    return names
  }
}

/// A sound device as the system lists it.
struct SoundDeviceListing: DetectedDevice {
  let identity: CaptureDevice.Identity
  /// The ALSA name with sample conversion.
  let pcm: String
  /// The ALSA name of the bare hardware, used to query its capabilities.
  let hardware: String
  /// The inode of the sysfs folder, which changes when another card is plugged in at the same place.
  let incarnation: UInt?

  /// Creates a device of ALSA's configuration.
  init(named name: String) {
    pcm = name
    hardware = name
    incarnation = nil
    identity = CaptureDevice.Identity(
      uniqueID: name, localizedName: name == SoundCards.defaultName ? "Default" : name, deviceType: .microphone)
  }

  init(_ device: Int, of card: SoundCard, identity: CaptureDevice.Identity) {
    let place = "CARD=\(card.id),DEV=\(device)"
    pcm = "plughw:\(place)"
    hardware = "hw:\(place)"
    incarnation = card.incarnation
    self.identity = identity
  }

  /// Returns whether both are the same device; its localized name may depend on other devices of the card.
  static func == (left: Self, right: Self) -> Bool {
    left.identity.uniqueID == right.identity.uniqueID && left.pcm == right.pcm
      && left.incarnation == right.incarnation
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(identity.uniqueID)
    hasher.combine(incarnation)
  }

  /// The name in error messages.
  var name: SoundDeviceName { SoundDeviceName(name: identity.localizedName, path: identity.path) }
}
