package import OpenCaptureMediaSamples
package import OpenCaptureMetadata

extension Message {
  package mutating func add(_ size: VideoDimensions) {
    add(size.width)
    add(size.height)
  }

  package mutating func size() throws(MessageError) -> VideoDimensions {
    let width = try count()
    let height = try count()
    guard max(width, height) <= Int(Int32.max) else { throw .damaged }
    return VideoDimensions(width: width, height: height)
  }

  package mutating func add(_ time: MediaTime) {
    add(Int64(time.declaredKind.rawValue))
    add(time.value)
    add(Int64(time.timescale))
    add(time.hasBeenRounded)
    add(time.epoch)
  }

  package mutating func time() throws(MessageError) -> MediaTime {
    let kind = try number()
    let value = try number()
    let timescale = try number()
    let hasBeenRounded = try flag()
    let epoch = try number()
    guard let kind = UInt8(exactly: kind).flatMap(MediaTime.Kind.init), let timescale = Int32(exactly: timescale)
    else {
      throw .damaged
    }
    var time = MediaTime.invalid
    time.declaredKind = kind
    time.value = value
    time.timescale = timescale
    time.hasBeenRounded = hasBeenRounded
    time.epoch = epoch
    return time
  }

  package mutating func add(_ code: MachineReadableCodeObject) {
    add(code.type.rawValue)
    for corner in code.cornerPoints { add(corner) }
    add(code.bytes)
    add(code.stringValue) { $0.add($1) }
    add(code.time)
    add(code.duration)
    add(code.engine) { $0.add($1) }
    add(code.symbolDescriptor) { $0.add($1) }
  }

  package mutating func code() throws(MessageError) -> MachineReadableCodeObject {
    let type = MetadataObjectType(rawValue: try text())
    var points: [Point] = []
    for _ in 0..<4 { points.append(try point()) }
    guard MetadataObjectType.machineReadableCodes.contains(type), let corners = Corners(points) else {
      throw .damaged
    }
    return MachineReadableCodeObject(
      type: type, cornerPoints: corners, bytes: try list(),
      stringValue: try optionalText(),
      time: try time(), duration: try time(),
      symbolDescriptor: nil, engine: nil
    ).completed(
      engine: try optionalText(),
      descriptor: try optional { (message) throws(MessageError) in try message.descriptor() })
  }

  private mutating func add(_ descriptor: CodeDescriptor) {
    add(descriptor.symbolVersion) { $0.add($1) }
    add(descriptor.errorCorrectionLevel) { $0.add($1.rawValue) }
    add(descriptor.maskPattern) { $0.add($1) }
    add(descriptor.isGS1) { $0.add($1) }
    add(descriptor.extendedChannelInterpretation) { $0.add($1) }
    add(descriptor.structuredAppend) { message, part in
      message.add(part.index)
      message.add(part.total) { $0.add($1) }
      message.add(part.identifier) { $0.add($1) }
    }
  }

  private mutating func descriptor() throws(MessageError) -> CodeDescriptor {
    var descriptor = CodeDescriptor()
    descriptor.symbolVersion = try optional { (message) throws(MessageError) in try message.count() }
    if let level = try optionalText() {
      guard let level = CodeDescriptor.ErrorCorrectionLevel(rawValue: level) else { throw .damaged }
      descriptor.errorCorrectionLevel = level
    }
    descriptor.maskPattern = try optional { (message) throws(MessageError) in try message.count() }
    descriptor.isGS1 = try optional { (message) throws(MessageError) in try message.flag() }
    descriptor.extendedChannelInterpretation = try optional { (message) throws(MessageError) in try message.count()
    }
    descriptor.structuredAppend = try optional { (message) throws(MessageError) in
      let index = try message.count()
      let total = try message.optional { (message) throws(MessageError) in try message.count() }
      let identifier = try message.optionalText()
      guard let part = StructuredAppend(index: index, total: total, identifier: identifier) else { throw .damaged }
      return part
    }
    return descriptor
  }
}

extension MachineReadableCodeObject {
  fileprivate func completed(engine: String?, descriptor: CodeDescriptor?) -> Self {
    var copy = self
    copy.engine = engine
    copy.symbolDescriptor = descriptor
    return copy
  }
}
