/// A lease on the memory of one picture; the memory is released with the last copy of the lease.
///
/// The memory belongs to the buffer, a ``PixelBufferPool``, a driver or the caller. Copies of a buffer share the
/// memory, and access to it is scoped. A buffer is a value: other copies never see a change. A buffer that shares
/// its memory is copied before it is written to; ``isUniquelyOwned()`` returns true if no copy is needed. Several
/// threads may read at once.
public struct PixelBuffer: Sendable {
  var memory: MediaMemory

  /// The positions of the planes in the memory.
  public let layout: PixelLayout

  /// The picture's transparency; nil once the picture is written to.
  var ground: PictureTransparency?

  init(memory: MediaMemory, layout: PixelLayout, ground: PictureTransparency? = nil) {
    self.memory = memory
    self.layout = layout
    self.ground = ground
  }

  /// A placeholder without pixels, stored in a sample buffer while its picture is lent for an update.
  static let lent = PixelBuffer(
    memory: MediaMemory(
      wrapping: UnsafeMutableRawBufferPointer(start: nil, count: 0), base: .allocate(byteCount: 1, alignment: 1),
      release: {}),
    layout: .none)

  /// Allocates a picture with undefined content.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - rowAlignment: The row length is a multiple of this number of bytes; 1 means no padding. Default: 64.
  /// - Throws: ``MediaError`` if the format is unsupported, the size is out of range, or memory runs out.
  public init(format: PixelFormat, width: Int, height: Int, rowAlignment: Int = 64) throws(MediaError) {
    try self.init(layout: PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment))
  }

  /// Allocates a picture with this layout and undefined content.
  public init(layout: PixelLayout) throws(MediaError) {
    self.init(memory: try MediaMemory(byteCount: layout.byteCount), layout: layout)
  }

  /// Wraps memory of the caller without copying it.
  ///
  /// - Parameters:
  ///   - memory: The pixels, which must stay valid and unchanged until `onRelease` is called.
  ///   - layout: The positions of the planes in the memory.
  ///   - isWritable: Whether the memory may be written to. If false, for example because a video decoder still
  ///     reads it, writing to the picture makes a copy. Default: true.
  ///   - onRelease: Called once, on any thread, when the last lease ends. Not called if the initializer throws.
  /// - Throws: ``MediaError`` if the memory is too small for the layout.
  public init(
    wrapping memory: UnsafeMutableRawBufferPointer, layout: PixelLayout, isWritable: Bool = true,
    onRelease: @escaping @Sendable () -> Void
  ) throws(MediaError) {
    let needed = layout.requiredByteCount
    guard let base = memory.baseAddress, memory.count >= needed else {
      throw MediaError(
        .memoryTooSmall, subject: "\(layout.format) \(layout.width)×\(layout.height)",
        reason: "the pixels need \(needed) bytes, but the memory has \(memory.count)")
    }
    self.init(
      memory: MediaMemory(wrapping: memory, base: base, isWritable: isWritable, release: onRelease), layout: layout)
  }

  /// The pixel format.
  public var format: PixelFormat { layout.format }

  /// The width in pixels.
  public var width: Int { layout.width }

  /// The height in pixels.
  public var height: Int { layout.height }

  /// The width and height in pixels.
  public var dimensions: VideoDimensions { VideoDimensions(width: width, height: height) }

  /// The positions of the planes, in the format's order.
  public var planes: [PixelLayout.Plane] { layout.planes }

  /// Reads the bytes of a plane, from its first pixel to its last, with rows `bytesPerRow` apart.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  public func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index).bytes)
  }

  /// Reads the bytes of a plane through a pointer, which is valid within `body` only.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  public func withUnsafePlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(bytes(ofPlane: index))
  }

  /// Writes the bytes of a plane, from its first pixel to its last, with rows `bytesPerRow` apart.
  ///
  /// Copies the picture first if its memory is shared.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withMutablePlane<Result>(
    _ index: Int, _ body: (inout MutableRawSpan) throws -> Result
  ) throws -> Result {
    try withUnsafeMutablePlane(index) { bytes in
      var span = bytes.mutableBytes
      return try body(&span)
    }
  }

  /// Writes the bytes of a plane through a pointer, which is valid within `body` only.
  ///
  /// Copies the picture first if its memory is shared.
  ///
  /// - Precondition: `index` is one of `planes.indices`.
  /// - Throws: An error of `body`, or ``MediaError`` if a required copy fails because memory runs out.
  public mutating func withUnsafeMutablePlane<Result>(
    _ index: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) throws -> Result {
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.invalidateDerivedPictures()
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeMutableRawBufferPointer(mutating: bytes(ofPlane: index)))
  }

  /// Returns whether this is the only lease on writable memory, so that writing makes no copy.
  public mutating func isUniquelyOwned() -> Bool { MediaMemory.isWritable(&memory) }

  /// Returns the same picture in newly allocated memory.
  ///
  /// - Parameter rowAlignment: The row length is a multiple of this number of bytes. Default: the same row length
  ///   as here.
  /// - Throws: ``MediaError`` if memory runs out.
  public func copy(rowAlignment: Int? = nil) throws(MediaError) -> PixelBuffer {
    let target =
      if let rowAlignment {
        try PixelLayout(format: format, width: width, height: height, rowAlignment: rowAlignment)
      } else {
        try PixelLayout(format: format, width: width, height: height, bytesPerRow: planes.map(\.bytesPerRow))
      }
    var copy = try PixelBuffer(layout: target)
    copyRows(to: copy)
    copy.ground = ground
    return copy
  }

  /// Copies another picture into this one, with its top left corner at (`x`, `y`).
  ///
  /// Copies this picture first if its memory is shared.
  ///
  /// - Throws: ``MediaError`` if the formats differ, or if the other picture exceeds this one; see
  ///   ``PixelLayout/cropped(x:y:width:height:)``.
  package mutating func paste(_ other: PixelBuffer, x: Int, y: Int) throws(MediaError) {
    guard other.format == format else {
      throw MediaError(
        .unsupportedConversion, subject: "\(other.format) \(other.dimensions)",
        reason: "a picture in \(format) cannot contain it")
    }
    if !isUniquelyOwned() { self = try copy() }
    ground = nil
    memory.invalidateDerivedPictures()
    other.copyRows(to: try cropped(x: x, y: y, width: other.width, height: other.height))
  }

  /// Copies the pixels into a buffer of the same format and size without other holders.
  func copyRows(to target: PixelBuffer) {
    for (from, to) in zip(planes, target.planes) {
      for row in 0..<from.height {
        (target.memory.base + to.offset + row * to.bytesPerRow).copyMemory(
          from: memory.base + from.offset + row * from.bytesPerRow, byteCount: from.bytesInRow)
      }
    }
    withExtendedLifetime((memory, target.memory)) {}
  }

  /// Returns a part of the picture, `width` by `height` pixels from (`x`, `y`), as a lease on the same memory.
  ///
  /// - Throws: ``MediaError`` if the part exceeds the picture, or starts within a block of pixels that share chroma.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(MediaError) -> PixelBuffer {
    PixelBuffer(
      memory: memory, layout: try layout.cropped(x: x, y: y, width: width, height: height),
      ground: try ground?.cropped(x: x, y: y, width: width, height: height))
  }

  private func bytes(ofPlane index: Int) -> UnsafeRawBufferPointer {
    let plane = planes[index]
    return UnsafeRawBufferPointer(start: memory.base.advanced(by: plane.offset), count: plane.byteCount)
  }
}
