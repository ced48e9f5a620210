import OpenCaptureSystem

/// A sound card, and what the kernel says about it.
struct SoundCard: Sendable, Hashable {
  let index: Int
  /// The word that the kernel gave it, such as `PCH`: unique at a time.
  let id: String
  /// For people.
  let name: String
  /// Its folder in sysfs.
  let folder: String
  let incarnation: UInt?
  let usb: USBDescription?

  /// The names of cards by their numbers, out of `/proc/asound/cards`: ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`,
  /// each with a second line that says where it is.
  static func names(in text: String) -> [Int: String] {
    var names: [Int: String] = [:]
    for line in text.split(separator: "\n") {
      guard let bracket = line.firstIndex(of: "["),
        let index = Int(line[..<bracket].drop { $0 == " " }.prefix { $0.isNumber }),
        let end = line[bracket...].firstIndex(of: "]"), line[end...].hasPrefix("]: ")
      else { continue }
      let rest = line[end...].dropFirst(3)
      let name = rest.firstRange(of: " - ").map { rest[$0.upperBound...] } ?? rest
      names[index] = String(name)
    }
    return names
  }
}
