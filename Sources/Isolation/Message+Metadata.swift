package import OpenCaptureMetadata

extension Message {
  /// Adds the codes and faces of a frame; objects of other types are left out.
  package mutating func add(_ objects: [any MetadataObject]) {
    let codes = objects.compactMap { $0 as? MachineReadableCodeObject }
    let faces = objects.compactMap { $0 as? FaceObject }
    add(codes.count)
    for code in codes { add(code) }
    add(faces.count)
    for face in faces { add(face) }
  }

  /// Returns the codes and faces of a frame.
  package mutating func metadataObjects() throws(MessageError) -> [any MetadataObject] {
    var objects: [any MetadataObject] = []
    for _ in 0..<(try count()) { objects.append(try code()) }
    for _ in 0..<(try count()) { objects.append(try face()) }
    return objects
  }

  private mutating func add(_ face: FaceObject) {
    add(face.faceID)
    add(face.boundingBox.origin)
    add(Point(x: face.boundingBox.width, y: face.boundingBox.height))
    add(face.time)
    add(face.duration)
    add(face.roll) { $0.add($1) }
    add(face.yaw) { $0.add($1) }
    add(face.landmarks) { message, landmarks in
      for point in landmarks.points { message.add(point) }
    }
  }

  private mutating func face() throws(MessageError) -> FaceObject {
    let faceID = Int(try number())
    let origin = try point()
    let size = try point()
    return FaceObject(
      faceID: faceID, boundingBox: Rect(origin: origin, size: Size(width: size.x, height: size.y)),
      time: try time(), duration: try time(), roll: try angle(), yaw: try angle(),
      landmarks: try optional { (message) throws(MessageError) in
        FaceLandmarks(
          rightEye: try message.point(), leftEye: try message.point(), nose: try message.point(),
          rightMouthCorner: try message.point(), leftMouthCorner: try message.point())
      })
  }

  private mutating func angle() throws(MessageError) -> Double? {
    try optional { (message) throws(MessageError) in try message.finiteNumber() }
  }

  mutating func add(_ point: Point) {
    add(point.x)
    add(point.y)
  }

  mutating func point() throws(MessageError) -> Point { Point(x: try finiteNumber(), y: try finiteNumber()) }

  private mutating func finiteNumber() throws(MessageError) -> Double {
    let number = try double()
    guard number.isFinite else { throw .damaged }
    return number
  }
}
