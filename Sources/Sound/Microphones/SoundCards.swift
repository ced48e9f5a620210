import Glibc
import OpenCaptureSession
import OpenCaptureSystem

/// The machine's sound cards and what is on them, by what the kernel shows of them: no device is opened, and no library
/// needed.
struct SoundCards: Sendable {
  /// What ALSA calls the device that reaches PipeWire or PulseAudio where they rule, else the first card.
  static let defaultName = "default"

  enum Direction: String, Sendable {
    case capture = "c"
    case playback = "p"
  }

  /// Before the system's paths; empty but in tests.
  var root = ""
  /// Devices of ALSA's configuration beside the default one.
  var names: [String] = []
  /// Where a sound server of this person listens.
  var serverFolder = Environment.value("XDG_RUNTIME_DIR")

  /// Where device files come and go.
  var watched: [String] { ["\(root)/dev", "\(root)/dev/snd"] }

  /// What the system shows now.
  func marks(_ direction: Direction) -> [DeviceMark] {
    let files = self.files(direction).map { file in
      DeviceMark(
        name: file.name, incarnation: FileSystem.real("\(sysfs)/\(file.name)").flatMap(FileSystem.inode),
        mayOpen: mayOpen(file))
    }
    return files + [DeviceMark(name: Self.defaultName, incarnation: nil, mayOpen: hasServer)]
  }

  /// Those that are there: the default one, then card by card, then those that were named.
  func places(_ direction: Direction) -> [SoundPlace] {
    let files = self.files(direction)
    let text = FileSystem.bytes("\(root)/proc/asound/cards").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let cards = card(Set(files.map(\.card)), names: SoundCard.names(in: text))
    let devices = files.compactMap { file in
      cards[file.card].map { card in
        place(file, of: card, isOnly: files.count { $0.card == file.card } == 1)
      }
    }
    let hasDefault = !devices.isEmpty || hasServer
    return (hasDefault ? [SoundPlace(named: Self.defaultName)] : []) + devices + names.map { SoundPlace(named: $0) }
  }

  /// Whether there are device files, and whether one of them can be opened.
  func authorization(_ direction: Direction) -> CaptureDevice.AuthorizationStatus {
    if hasServer { return .authorized }
    let files = self.files(direction)
    if files.isEmpty { return .notDetermined }
    return files.contains(where: mayOpen) ? .authorized : .denied
  }

  // MARK: What there is

  private struct File {
    let name: String
    let card: Int
    let device: Int
  }

  private var sysfs: String { "\(root)/sys/class/sound" }

  private func path(_ file: File) -> String { "\(root)/dev/snd/\(file.name)" }

  private func mayOpen(_ file: File) -> Bool { access(path(file), R_OK | W_OK) == 0 }

  /// Whether a sound server listens, which shares what is on the cards.
  var hasServer: Bool {
    serverFolder.map { folder in
      ["pulse/native", "pipewire-0"].contains { access("\(folder)/\($0)", F_OK) == 0 }
    } ?? false
  }

  /// The devices' files, such as `pcmC0D0c`, in the order of their numbers.
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

  private func place(_ file: File, of card: SoundCard, isOnly: Bool) -> SoundPlace {
    let info = FileSystem.bytes(
      "\(root)/proc/asound/card\(card.index)/pcm\(file.device)\(file.name.suffix(1))/info")
    let lines = info.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    let part = lines.first { $0.hasPrefix("name: ") }.map { String($0.dropFirst(6)) } ?? "\(file.device)"
    // Cards on a bus are numbered as they come, so that their words change.
    let id = card.usb.map { "usb-\($0.port)-\($0.signature)" } ?? card.id
    let identity = CaptureDevice.Identity(
      uniqueID: "\(id).\(file.device)", localizedName: isOnly ? card.name : "\(card.name), \(part)",
      modelID: card.usb?.model ?? "", manufacturer: card.usb?.manufacturer ?? "", deviceType: .microphone,
      position: CaptureDevice.Position(firmware: "\(card.folder)/device"), path: path(file),
      bus: card.usb?.bus.map { "USB bus \($0)" }, apparatus: card.usb?.folder)
    return SoundPlace(file.device, of: card, identity: identity)
  }
}
