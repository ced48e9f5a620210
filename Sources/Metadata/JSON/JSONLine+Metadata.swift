import FoundationEssentials
import OpenCaptureMediaSamples

extension JSONLine {
  /// Adds what there is to say of something that was found, in pixels of the upright picture.
  package mutating func add(_ object: any MetadataObject) {
    add("type", object.type.rawValue)
    switch object {
    case let code as MachineReadableCodeObject: addMembers(of: code)
    case let face as FaceObject: addMembers(of: face)
    default: add("bounds", object.bounds)
    }
  }

  private mutating func addMembers(of code: MachineReadableCodeObject) {
    if let text = code.stringValue { add("text", text) } else { addNull("text") }
    if !(code.stringValue?.utf8.elementsEqual(code.bytes) ?? false) {
      add("bytes", Data(code.bytes).base64EncodedString())
    }
    add("corners", code.corners.map { [$0.x, $0.y] })
    add("bounds", code.bounds)
    if let engine = code.engine { add("engine", engine) }
    guard let place = code.descriptor?.structuredAppend else { return }
    add("part", ([place.index, place.total] + (place.parity.map { [Int($0)] } ?? [])).map(Double.init))
  }

  private mutating func addMembers(of face: FaceObject) {
    add("id", face.faceID)
    add("bounds", face.bounds)
    add("roll", face.rollAngle)
    add("yaw", face.yawAngle)
  }

  /// Adds a rectangle as `[x, y, width, height]`.
  private mutating func add(_ name: String, _ rect: Rect) {
    add(name, [rect.minX, rect.minY, rect.width, rect.height])
  }
}
