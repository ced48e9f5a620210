import FoundationEssentials
import Glibc
import OpenCapturePublishing
package import OpenCaptureSession
import OpenCaptureSystem

/// The values that a user chose for the controls of a camera.
package struct SavedControls: Codable, Sendable, Hashable {
  /// The version of the file format.
  static let currentVersion = 1

  /// The version of the file format.
  let version: Int
  /// The camera's unique ID.
  package let camera: String
  /// The values in the driver's steps, by the names of the controls.
  package var controls: [String: Int64] = [:]

  /// Makes an empty collection for a camera.
  package init(camera: String) {
    version = Self.currentVersion
    self.camera = camera
  }

  /// The values in the order of setting; modes are first, because other controls depend on them.
  private var ordered: [(name: CaptureControl.Name, value: Int64)] {
    controls.map { (name: CaptureControl.Name(rawValue: $0.key), value: $0.value) }
      .sorted { ($0.name.isMode ? 0 : 1, $0.name.rawValue) < ($1.name.isMode ? 0 : 1, $1.name.rawValue) }
  }

  /// Sets all values on a camera, and continues after an error.
  ///
  /// - Returns: A message for each value that could not be set.
  package func apply(to device: CaptureDevice) -> [String] {
    guard !controls.isEmpty else { return [] }
    do throws(CaptureError) { try device.lockForConfiguration() } catch { return ["\(error)"] }
    defer { device.unlockForConfiguration() }
    return ordered.compactMap { entry in
      do throws(CaptureError) {
        try device.adjust(entry.name, to: entry.value)
        return nil
      } catch {
        return "cannot restore the saved setting \(entry.name)=\(entry.value): \(error)"
      }
    }
  }

  /// Stores the current values of controls; those that an automatic mode determines are removed.
  package mutating func store(_ names: [CaptureControl.Name], from device: CaptureDevice) {
    let current = (try? device.controls()) ?? []
    for name in names {
      let control = current.first { $0.name == name && $0.hasOwnValue && !device.isMetering(with: name) }
      controls[name.rawValue] = control?.value
    }
    // A mode can have taken over controls that were chosen before.
    for control in current where control.flags.contains(.inactive) { controls[control.name.rawValue] = nil }
  }
}

/// A folder with a file of saved controls for each camera.
package struct SavedControlsFolder: Sendable {
  /// The largest file that is read, in bytes.
  private static let sizeLimit = 1 << 16

  /// The path of the folder, which need not exist.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The user's folder; nil without a home folder.
  package static var usual: Self? {
    UserFolder.path(variable: "XDG_STATE_HOME", inHome: ".local/state").map { Self($0 + "/cameras") }
  }

  /// The file of a camera; characters that are special in paths are encoded as % and two hexadecimal digits.
  package func file(_ camera: String) -> InputPath {
    let name = camera.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return InputPath("\(path)/\(name.joined()).json")
  }

  /// Reads the saved controls of a camera; a missing file holds none.
  ///
  /// - Throws: ``CommandError`` if the file cannot be read or is damaged.
  package func load(_ camera: String) throws(CommandError) -> SavedControls {
    let file = file(camera)
    guard FileSystem.byteCount(file.text) != nil else { return SavedControls(camera: camera) }
    guard let bytes = FileSystem.bytes(file.text, atMost: Self.sizeLimit) else {
      throw CommandError(.unusableSettings, subject: file.text, systemError: errno)
    }
    guard let saved = try? JSONDecoder().decode(SavedControls.self, from: Data(bytes)), saved.camera == camera
    else {
      throw CommandError(
        .unusableSettings, subject: file.text, reason: "the saved settings are damaged and were ignored",
        hint: "delete them with viewfinder cameras '\(camera)' --reset")
    }
    guard saved.version == SavedControls.currentVersion else {
      throw CommandError(
        .unusableSettings, subject: file.text,
        reason: "the saved settings have the unknown version \(saved.version) and were ignored",
        hint: "use a newer viewfinder, or delete them with viewfinder cameras '\(camera)' --reset")
    }
    return saved
  }

  /// Writes the saved controls of a camera, or deletes the file if there are none.
  ///
  /// - Throws: ``CommandError`` if the file cannot be written.
  package func save(_ saved: SavedControls) throws(CommandError) {
    let file = file(saved.camera)
    do {
      guard !saved.controls.isEmpty else {
        guard file.withCString({ unlink($0) }) == 0 || errno == ENOENT else { throw SystemError(code: errno) }
        return
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      let bytes = Array(try encoder.encode(saved)) + [UInt8(ascii: "\n")]
      try bytes.withUnsafeBytes { try AtomicFile.write($0, to: file.bytes) }
    } catch {
      let reason = (error as? any DescribedError)?.reason ?? "\(error)"
      throw CommandError(
        .unusableSettings, subject: file.text, reason: "the settings cannot be saved: \(reason)",
        hint: "make the folder writable, or use --no-saved-settings")
    }
  }

  /// Makes the folder and its parents.
  ///
  /// - Throws: ``CommandError`` if it cannot be made.
  package func make() throws(CommandError) {
    do throws(PublishingError) { try PublishingOptions.makeFolder(path) } catch {
      throw CommandError(.unusableSettings, subject: path, error)
    }
  }
}

extension CommandError.Code {
  /// The saved settings of a camera cannot be read or written.
  static var unusableSettings: Self { Self("unusableSettings") }
}
