import FoundationEssentials
import OpenCaptureMediaSamples

extension JSONLine {
  /// Adds the members of a metadata object, in pixels of the upright picture.
  package mutating func add(_ object: any MetadataObject) {
    add("type", object.type.name)
    switch object {
    case let code as MachineReadableCodeObject: addMembers(of: code)
    case let face as FaceObject: addMembers(of: face)
    default: add("bounds", object.boundingBox)
    }
  }

  private mutating func addMembers(of code: MachineReadableCodeObject) {
    if let text = code.stringValue { add("text", text) } else { addNull("text") }
    if !(code.stringValue?.utf8.elementsEqual(code.bytes) ?? false) {
      add("bytes", Data(code.bytes).base64EncodedString())
    }
    // Characters of Code 39 before the expansion to full ASCII.
    if code.type == .code39, let original = String(validating: code.bytes, as: UTF8.self),
      original != code.stringValue
    {
      add("original", original)
    }
    add("corners", code.cornerPoints.map { [$0.x, $0.y] })
    add("bounds", code.boundingBox)
    if let engine = code.engine { add("engine", engine) }
    guard let place = code.symbolDescriptor?.structuredAppend else { return }
    add("part", json: "[\(Self.members(of: place).joined(separator: ","))]")
  }

  /// Returns the part's number, the number of parts or null, and the identifier, as a number if it reads like one.
  private static func members(of place: StructuredAppend) -> [String] {
    let identifier = place.identifier.map { text in
      Int32(text).map { String($0) == text } == true ? text : quoted(text)
    }
    return [String(place.index), place.total.map { String($0) } ?? "null"] + (identifier.map { [$0] } ?? [])
  }

  private mutating func addMembers(of face: FaceObject) {
    add("id", face.faceID)
    add("bounds", face.boundingBox)
    add("roll", face.roll)
    add("yaw", face.yaw)
    if let landmarks = face.landmarks { add("landmarks", landmarks.points.map { [$0.x, $0.y] }) }
  }

  /// Adds a rectangle as `[x, y, width, height]`.
  private mutating func add(_ name: String, _ rect: Rect) {
    add(name, [rect.minX, rect.minY, rect.width, rect.height])
  }
}
