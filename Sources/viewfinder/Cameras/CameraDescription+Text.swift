import OpenCaptureCommandSupport

extension CameraDescription {
  /// A line for each camera: its ID, name and device file, and who has it open.
  static func list(_ cameras: [CameraDescription]) -> [String] {
    let width = cameras.map(\.id.count).max() ?? 0
    return cameras.map { camera in
      let padding = String(repeating: " ", count: width - camera.id.count + 2)
      return camera.id + padding + camera.name + (camera.path.map { " (\($0))" } ?? "")
        + (camera.usedBy.isEmpty ? "" : ", open in " + camera.usedBy.joined(separator: ", "))
    }
  }

  /// Everything, in lines.
  var text: String {
    var facts = [("id", id), ("device", path ?? ""), ("made by", manufacturer), ("model", model)]
    if !usedBy.isEmpty { facts.append(("open in", usedBy.joined(separator: ", "))) }
    if position != "unspecified" { facts.append(("position", position)) }
    var lines = [name] + facts.filter { !$0.1.isEmpty }.map { "  \(Self.padded($0.0, 10))\($0.1)" }
    lines += ["", "formats"] + formats.map { "  \($0.text)" }
    if !undecodable.isEmpty { lines.append("  not decoded here: " + undecodable.joined(separator: ", ")) }
    let width = (controls.map(\.name.count).max() ?? 0) + 2
    if !controls.isEmpty { lines += ["", "controls"] }
    lines += controls.map { "  \(Self.padded($0.name, width))\($0.text)" }
    return lines.map { EscapedText.line($0) + "\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
