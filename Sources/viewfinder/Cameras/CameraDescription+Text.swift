import OpenCaptureCommandSupport
import OpenCaptureSystem

extension CameraDescription {
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
