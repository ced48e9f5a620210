import FoundationEssentials
import MediaSamples
import Metadata

extension JSONLine {
  /// Adds what there is to say of a code; its corners are in pixels of the upright picture.
  package mutating func add(_ code: MachineReadableCodeObject) {
    add("type", code.type.rawValue)
    if let text = code.stringValue { add("text", text) } else { addNull("text") }
    if !(code.stringValue?.utf8.elementsEqual(code.bytes) ?? false) {
      add("bytes", Data(code.bytes).base64EncodedString())
    }
    add("corners", code.corners.map { [$0.x, $0.y] })
    add("bounds", code.bounds)
    if let engine = code.engine { add("engine", engine) }
  }

  /// Adds a rectangle as `[x, y, width, height]`.
  package mutating func add(_ name: String, _ rect: Rect) {
    add(name, [rect.minX, rect.minY, rect.width, rect.height])
  }
}
